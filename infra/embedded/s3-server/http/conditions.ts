import type { ReadConditions } from '../../../../formats/http/conditions.js';
import type { CommitOptions } from '../contract/object-engine.js';
import type { RequestHeaders } from './request-headers.js';
import { S3Error } from './s3-error.js';

/** The conditions of a read; `prefix` is `x-amz-copy-source-` for those on a copy's source. */
export const readConditions = (headers: RequestHeaders, prefix = ''): ReadConditions => ({
  ifMatch: quotedList(headers[`${prefix}if-match`]),
  ifNoneMatch: quotedList(headers[`${prefix}if-none-match`]),
  ifModifiedSince: headers[`${prefix}if-modified-since`],
  ifUnmodifiedSince: headers[`${prefix}if-unmodified-since`],
});

export const isConditional = (conditions: ReadConditions): boolean =>
  Object.values(conditions).some((each) => each !== undefined);

/** The condition of a write. Throws NotImplemented for those that S3 does not offer there. */
export const writeCondition = (headers: RequestHeaders): CommitOptions['onlyIf'] => {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (match === undefined && noneMatch === undefined) return undefined;
  if (noneMatch === '*' && match === undefined) return 'absent';
  if (match === undefined || match === '*' || noneMatch !== undefined) {
    throw new S3Error('NotImplemented', 'A write may carry If-None-Match: *, or If-Match with one entity tag.');
  }
  return { etag: quoted(match) };
};

export const quoted = (etag: string): string => `"${etag.trim().replace(/^"|"$/g, '')}"`;

/** A list of entity tags, where S3 allows them without quotation marks. */
const quotedList = (list: string | undefined): string | undefined =>
  list === undefined || list.trim() === '*' || list.includes('"') ? list : list.split(',').map(quoted).join(',');
