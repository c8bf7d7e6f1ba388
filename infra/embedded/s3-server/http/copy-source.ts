import type { ObjectAddress } from '../../../../formats/bytes.js';
import type { StoredObject } from '../contract/object-engine.js';
import { requireAccess } from './s3-request.js';
import type { S3Request } from './s3-request.js';
import { evaluateConditions } from '../../../../formats/http/conditions.js';
import { isConditional, readConditions } from './conditions.js';
import { S3Error } from './s3-error.js';
import { decode, decodeRawBytes } from './target.js';

export interface FoundSource {
  readonly object: StoredObject;
  /** The entity tag that the source must have, where the request set a condition on it. */
  readonly pin: { readonly etag?: string };
}

/** Finds the object in x-amz-copy-source, and checks the conditions on it. Throws S3Error. */
export const findCopySource = async (request: S3Request): Promise<FoundSource> => {
  const at = parseCopySource(request.headers['x-amz-copy-source'] ?? '');
  requireAccess(request, 'read', at.bucket, at.key);
  const object = await request.engine.head(at);
  if (object === null) throw new S3Error('NoSuchKey', `There is no object ${at.key}.`);
  const conditions = readConditions(request.headers, 'x-amz-copy-source-');
  if (evaluateConditions(conditions, object) !== 'met') {
    throw new S3Error('PreconditionFailed', 'The copy source does not meet the conditions set on it.');
  }
  return { object, pin: isConditional(conditions) ? { etag: object.etag } : {} };
};

const pattern = /^\/?([^/]+)\/(.+?)(?:\?versionId=([^?&]*))?$/s;

/**
 * Reads `[/]<bucket>/<key>[?versionId=null]`, escaped; some clients escape the slash after the bucket, too. A bare
 * question mark belongs to the key.
 */
const parseCopySource = (header: string): ObjectAddress => {
  const sent = decodeRawBytes(header);
  const text = /^\/?[^/%]+\//.test(sent) ? sent : sent.replace(/^(?:%2f)?([^/%]+)%2f/i, '$1/');
  const [, bucket, key, version] = pattern.exec(text) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new S3Error('InvalidArgument', 'x-amz-copy-source is not <bucket>/<key>.');
  }
  if ((version ?? 'null') !== 'null') throw new S3Error('NoSuchVersion', 'Objects have no versions here.');
  return { bucket: decode(bucket), key: decode(key) };
};
