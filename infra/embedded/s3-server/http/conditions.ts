import type { ObjectInfo } from '../../../../formats/bytes.js';
import type { CommitOptions } from '../engine/object-engine.js';
import type { RequestHeaders } from './request-headers.js';
import { S3Error } from './s3-error.js';

export interface ReadConditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly ifModifiedSince: string | undefined;
  readonly ifUnmodifiedSince: string | undefined;
}

/** The conditions of a read; `prefix` is `x-amz-copy-source-` for those on a copy's source. */
export const readConditions = (headers: RequestHeaders, prefix = ''): ReadConditions => ({
  ifMatch: headers[`${prefix}if-match`],
  ifNoneMatch: headers[`${prefix}if-none-match`],
  ifModifiedSince: headers[`${prefix}if-modified-since`],
  ifUnmodifiedSince: headers[`${prefix}if-unmodified-since`],
});

export const isConditional = (conditions: ReadConditions): boolean =>
  Object.values(conditions).some((each) => each !== undefined);

/** Evaluates in the order of RFC 9110 section 13.2.2: an entity tag takes precedence over a date. */
export const evaluateConditions = (
  { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince }: ReadConditions,
  { etag, lastModified }: Pick<ObjectInfo, 'etag' | 'lastModified'>,
): 'met' | 'failed' | 'not-modified' => {
  const seconds = Math.floor(lastModified.getTime() / 1000);
  if (ifMatch === undefined ? seconds > secondsOf(ifUnmodifiedSince, Infinity) : !names(ifMatch, etag)) return 'failed';
  if (ifNoneMatch === undefined ? seconds <= secondsOf(ifModifiedSince, -Infinity) : names(ifNoneMatch, etag)) {
    return 'not-modified';
  }
  return 'met';
};

/** Whether a Range applies to the object: If-Range has its entity tag or its date (RFC 9110 section 13.1.5). */
export const rangeHolds = (
  headers: RequestHeaders,
  { etag, lastModified }: Pick<ObjectInfo, 'etag' | 'lastModified'>,
): boolean => {
  const ifRange = headers['if-range'];
  return ifRange === undefined || ifRange === etag || ifRange === lastModified.toUTCString();
};

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

const names = (list: string, etag: string): boolean =>
  list.split(',').some((each) => each.trim() === '*' || quoted(each.trim().replace(/^W\//, '')) === etag);

const secondsOf = (date: string | undefined, otherwise: number): number => {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? otherwise : at / 1000;
};
