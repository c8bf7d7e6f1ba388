import { createHash } from 'node:crypto';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import { streamingDigest } from '../checksums/streaming-digests.js';
import { UploadFault, type ChecksumAlgorithm, type Checksums, type PendingUpload } from '../contract/object-engine.js';
import { pickChecksums, type ObjectRecord } from '../contract/object-record.js';
import type { PartRow } from '../index/upload-index.js';

const LEAST_PART_BYTES = 5 * 1024 * 1024;

/** The rows of the parts that the client names, in its order. Throws UploadFault. */
export const chosenParts = (
  rows: readonly PartRow[],
  named: readonly { readonly number: number; readonly etag: string }[],
): readonly PartRow[] => {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  if (named.length === 0) throw new UploadFault('invalid-part', 'an object is made of at least one part');
  for (const [index, { number }] of named.entries()) {
    const before = named[index - 1]?.number ?? 0;
    if (before >= number) throw new UploadFault('invalid-part-order', `part ${number} is named after part ${before}`);
  }
  return named.map(({ number, etag }, index) => {
    const row = byNumber.get(number);
    if (row?.etag !== etag) throw new UploadFault('invalid-part', `there is no part ${number} with ETag ${etag}`);
    if (row.size < LEAST_PART_BYTES && index < named.length - 1)
      throw new UploadFault('part-too-small', `part ${number} has ${row.size} bytes and is not the last`);
    return row;
  });
};

/** The ETag as S3 computes it: the MD5 of the parts' MD5s, and their number. */
export const multipartEtag = (parts: readonly PartRow[]): string => {
  const md5 = createHash('md5');
  for (const { etag } of parts) md5.update(Buffer.from(etag.slice(1, -1), 'hex'));
  return `"${md5.digest('hex')}-${parts.length}"`;
};

/** The checksum of the parts' checksums; every part must have one. */
const compositeChecksums = (algorithm: ChecksumAlgorithm, parts: readonly PartRow[]): Checksums => {
  const digest = streamingDigest(algorithm);
  for (const { number, checksums } of parts) {
    const value = checksums[algorithm];
    if (value === undefined) throw new UploadFault('invalid-part', `part ${number} has no ${algorithm} checksum`);
    digest.update(Buffer.from(value, 'base64'));
  }
  return { [algorithm]: `${digest.digest().toString('base64')}-${parts.length}` };
};

const checkExpected = (expected: Checksums, actual: Checksums): void => {
  for (const [algorithm, value] of Object.entries(expected)) {
    const known = actual[algorithm as ChecksumAlgorithm];
    if (known !== value && known?.replace(/-\d+$/, '') !== value) {
      const message = `the ${algorithm} of the object is ${known ?? 'not known'}, not ${value}`;
      throw new ByteStoreFault('digest-mismatch', message);
    }
  }
};

/** What a client expects of the object, as in `CompleteOptions`. */
export interface Expectation {
  readonly expected: Checksums;
  readonly whole: string | undefined;
}

/** The checksums of an object of parts. Throws `digest-mismatch` where they are not the expected ones. */
export const checksumsOf = (
  upload: PendingUpload,
  parts: readonly PartRow[],
  whole: Checksums,
  { expected, whole: sha256 }: Expectation,
): Pick<ObjectRecord, 'checksums' | 'checksumType'> => {
  if (sha256 !== undefined) {
    checkExpected({ SHA256: sha256 }, whole);
    return { checksums: { SHA256: sha256 }, checksumType: 'FULL_OBJECT' };
  }
  if (upload.checksumType === 'COMPOSITE' && upload.algorithm !== null) {
    const checksums = compositeChecksums(upload.algorithm, parts);
    checkExpected(expected, checksums);
    return { checksums, checksumType: 'COMPOSITE' };
  }
  checkExpected(expected, whole);
  const keep = [...(upload.algorithm === null ? [] : [upload.algorithm]), ...Object.keys(expected)];
  return { checksums: pickChecksums(whole, keep as ChecksumAlgorithm[]), checksumType: 'FULL_OBJECT' };
};
