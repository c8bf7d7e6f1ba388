import type { ObjectEngine } from '../engine/object-engine.js';
import type { IncomingBody } from './body/receive-body.js';
import type { Access } from './settings.js';
import type { RequestHeaders } from './request-headers.js';
import { S3Error } from './s3-error.js';

/** A signed request on its way to an operation. */
export interface Call {
  readonly engine: ObjectEngine;
  readonly region: string;
  /** The endpoint's own address, for answers that name one. */
  readonly endpoint: string;
  readonly headers: RequestHeaders;
  readonly query: ReadonlyMap<string, string>;
  readonly body: IncomingBody;
  may(access: Access, bucket: string): boolean;
}

export interface BucketCall extends Call {
  readonly bucket: string;
}

export interface ObjectCall extends BucketCall {
  readonly key: string;
}

export const requireAccess = (call: Call, access: Access, bucket: string): void => {
  if (!call.may(access, bucket)) throw new S3Error('AccessDenied', `These credentials may not ${access} in ${bucket}.`);
  if (!call.engine.buckets.includes(bucket)) throw new S3Error('NoSuchBucket', `There is no bucket ${bucket}.`);
};
