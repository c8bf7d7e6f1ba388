import type { GetObjectCommandOutput, HeadObjectCommandOutput } from '@aws-sdk/client-s3';
import type { ObjectAddress, ObjectInfo } from '../../formats/bytes.js';
import { sha256FromBase64 } from '../../formats/digests/sha256-text.js';
import { decodeWords } from './encoded-word.js';
import { specificType } from '../../formats/media-types/specific-type.js';

/** What the answer of a store tells of an object. */
export const objectInfo = (
  at: ObjectAddress,
  told: HeadObjectCommandOutput | Omit<GetObjectCommandOutput, 'Body'>,
): ObjectInfo => ({
  bucket: at.bucket,
  key: at.key,
  size: wholeSize(told.ContentRange) ?? told.ContentLength ?? 0,
  etag: told.ETag ?? '',
  lastModified: told.LastModified ?? new Date(0),
  contentType: specificType(told.ContentType ?? null),
  metadata: Object.fromEntries(Object.entries(told.Metadata ?? {}).map(([name, value]) => [name, decodeWords(value)])),
  sha256: told.ChecksumType === 'COMPOSITE' ? null : sha256Hex(told.ChecksumSHA256),
});

/** Null where there is none, and for one made of the digests of parts, which ends in their number. */
export const sha256Hex = (base64: string | undefined): string | null => sha256FromBase64(base64 ?? '');

const wholeSize = (contentRange: string | undefined): number | null => {
  const [, size] = /\/(\d+)$/.exec(contentRange ?? '') ?? [];
  return size === undefined ? null : Number(size);
};
