import { ByteStoreFault, type ObjectAddress } from '../../../../formats/bytes.js';
import type { OpenFile } from '../../file-system/files.js';
import type { Attributes, ChecksumAlgorithm, Checksums, CommitOptions, StoredObject } from './object-engine.js';

/** The index's record of an object, as JSON. */
export interface ObjectRecord {
  readonly size: number;
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Lower-case hex over the whole bytes, for the engine itself; clients get `checksums`. */
  readonly sha256: string;
  readonly attributes: Attributes;
  readonly checksums: Checksums;
  readonly checksumType: StoredObject['checksumType'];
  readonly parts: readonly number[];
}

/** An object with its file, which whoever opened it closes. */
export interface OpenObject {
  readonly record: ObjectRecord;
  readonly file: OpenFile;
  readonly path: string;
}

export const NO_ATTRIBUTES: Attributes = { contentType: null, headers: {}, metadata: {} };

export const hexOfBase64 = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/**
 * What a copy is expected to have. If its SHA-256 agrees, the MD5 for an ETag need not be computed, which would take longer
 * than everything else.
 */
export interface KnownDigests {
  /** Lower-case hex. */
  readonly sha256: string;
  /** Without quotation marks. */
  readonly etag: string;
}

/** The digests of an object; null for one of parts, whose ETag depends on how it was divided. */
export const knownDigests = ({ etag, sha256, parts }: ObjectRecord): KnownDigests | null => {
  const [, digest] = /^"([0-9a-f]{32}(?:-1)?)"$/.exec(etag) ?? [];
  return digest === undefined || parts.length > 0 ? null : { sha256, etag: digest };
};

/**
 * The ETag of bytes of which only the SHA-256 was computed. It ends as those of multipart uploads do, so that no client
 * takes it for an MD5.
 */
export const etagOfSha256 = (hex: string): string => `${hex.slice(0, 32)}-1`;

export const pickChecksums = (all: Checksums, keep: readonly ChecksumAlgorithm[]): Checksums =>
  Object.fromEntries(Object.entries(all).filter(([algorithm]) => keep.some((each) => each === algorithm)));

export const storedObject = ({ bucket, key }: ObjectAddress, record: ObjectRecord): StoredObject => {
  const { size, etag, modified, attributes, checksums, checksumType, parts } = record;
  const isOfWhole = checksumType === 'FULL_OBJECT' && checksums.SHA256 !== undefined;
  return {
    bucket,
    key,
    size,
    etag,
    lastModified: new Date(modified),
    contentType: attributes.contentType,
    metadata: attributes.metadata,
    sha256: isOfWhole ? record.sha256 : null,
    attributes,
    checksums,
    checksumType,
    parts,
  };
};

/** Throws `precondition-failed` unless the present object satisfies the writer's condition. */
export const requireCondition = (
  at: ObjectAddress,
  current: ObjectRecord | null,
  onlyIf: NonNullable<CommitOptions['onlyIf']>,
): void => {
  if (onlyIf === 'absent') {
    if (current !== null) throw new ByteStoreFault('precondition-failed', `${at.bucket}/${at.key} is already there`);
  } else if (current?.etag !== onlyIf.etag) {
    const actual = current === null ? 'there is none' : `it has ${current.etag}`;
    const message = `${at.bucket}/${at.key} was expected with ETag ${onlyIf.etag}, but ${actual}`;
    throw new ByteStoreFault('precondition-failed', message);
  }
};
