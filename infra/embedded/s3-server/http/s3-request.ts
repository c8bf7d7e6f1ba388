import type { ObjectEngine } from '../contract/object-engine.js';
import type { IncomingBody } from './body/receive-body.js';
import type { Access } from './settings.js';
import type { RequestHeaders } from './request-headers.js';
import { S3Error } from './s3-error.js';

/** A signed request on its way to an operation. */
export interface S3Request {
  readonly engine: ObjectEngine;
  readonly region: string;
  /** The endpoint's own address, for answers that name one. */
  readonly endpoint: string;
  readonly headers: RequestHeaders;
  readonly query: ReadonlyMap<string, string>;
  readonly body: IncomingBody;
  /** As of `S3Credential`. */
  may(access: Access, bucket: string, keys: string | null): boolean;
}

export interface BucketRequest extends S3Request {
  readonly bucket: string;
}

export interface ObjectRequest extends BucketRequest {
  readonly key: string;
}

/** Throws AccessDenied or NoSuchBucket. `keys` is as in `S3Credential.may`. */
export const requireAccess = (request: S3Request, access: Access, bucket: string, keys: string | null): void => {
  if (!request.may(access, bucket, keys)) {
    const elsewhere = keys !== null && request.may(access, bucket, null) ? ' outside of their prefix' : '';
    throw new S3Error('AccessDenied', `These credentials may not ${access} in ${bucket}${elsewhere}.`);
  }
  if (!request.engine.buckets.includes(bucket)) throw new S3Error('NoSuchBucket', `There is no bucket ${bucket}.`);
};
