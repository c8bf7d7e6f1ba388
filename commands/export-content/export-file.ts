import {
  ByteStoreFault,
  type ByteStore,
  type ByteStoreFaultCode,
  type CopyOptions,
  type ObjectAddress,
  type ObjectInfo,
} from '../../formats/bytes.js';
import { digestStream } from '../../formats/digests/digested.js';
import { withFileModified } from '../../formats/file-modified.js';
import { originUri } from '../../formats/group-state/storage-map.js';
import type { Destination } from './destination.js';
import { refused, success, type Result } from '../../flow/result.js';
import type { FileToExport, StoredContent } from './files-to-export.js';

/** Why nothing more of an export can be copied; the message is for the user. */
export class WholeExportFailure extends Error {
  override name = 'WholeExportFailure';
  readonly code = 'export-failure';
}

/** What a file is exported with. */
export interface FileExportOptions {
  readonly bytes: Pick<ByteStore, 'copy' | 'get' | 'head'>;
  readonly destination: Destination;
  /** The bucket of the repository. */
  readonly bucket: string;
  /** What the repository has at a key; null where nothing is there. */
  readonly stored: (key: string) => StoredContent | null | Promise<StoredContent | null>;
  /** The ETag of the one object that may be replaced (`openingMets`). */
  readonly replaceable: string | null;
  /** Whether an earlier attempt may have copied the file. */
  readonly isRepeated: boolean;
  /** Told of the bytes of a large file as they are copied. */
  readonly onMoved?: (bytes: number) => void;
}

/** Faults of a store that concern one file; `from` and `to` are S3 URIs. */
const OF_FILE: Partial<Record<ByteStoreFaultCode, (from: string, to: string) => string>> = {
  'object-not-found': (from) => `The repository does not have the bytes at ${from}.`,
  'precondition-failed': (from) => `The bytes at ${from} were replaced while they were exported.`,
  'key-refused': (_, to) => `The object store refuses the key of ${to}.`,
  'digest-mismatch': (from, to) => `The object store has not stored the bytes of ${from} at ${to} correctly.`,
};

/** Faults of a store that concern every file. */
const OF_EXPORT: Partial<Record<ByteStoreFaultCode, string>> = {
  'store-full': 'There is no room left at the destination.',
  'store-denied': 'The object store denies the platform access to the repository or to the destination.',
  'bucket-not-found': 'The bucket of the repository or of the destination is not there.',
};

/** The message for a file that could not be copied; throws for a fault that concerns more than this file. */
const failureOf = (error: unknown, from: string, to: string): string => {
  if (!(error instanceof ByteStoreFault) || error.transient) throw error;
  const ofExport = OF_EXPORT[error.code];
  if (ofExport !== undefined) throw new WholeExportFailure(ofExport, { cause: error });
  const ofFile = OF_FILE[error.code];
  if (ofFile === undefined) throw error;
  return ofFile(from, to);
};

/** The key that a file is exported to. */
export const targetOf = ({ bucket, prefix }: Destination, path: string): ObjectAddress => ({
  bucket,
  key: prefix + path,
});

/** The SHA-256 of what is at a key, read where the store does not give it. */
const sha256Of = async (
  { bytes }: FileExportOptions,
  at: ObjectAddress,
  { sha256 }: Pick<ObjectInfo, 'sha256'>,
): Promise<string> => sha256 ?? (await digestStream((await bytes.get(at, { isCompared: true })).stream)).sha256;

interface FileCopy {
  readonly from: Parameters<ByteStore['copy']>[0];
  readonly to: ObjectAddress;
  readonly attributes: Pick<CopyOptions, 'contentType' | 'metadata'>;
  /** What the inventory records. */
  readonly sha256: string;
}

/**
 * Copies over the object with this ETag, or where there is none (null). Answers the SHA-256 of the copy, also of one of
 * an earlier attempt; null where another object is there.
 */
const copyOver = async (
  replaced: string | null,
  copying: FileCopy,
  exporting: FileExportOptions,
): Promise<string | null> => {
  const { bytes, replaceable, isRepeated, onMoved } = exporting;
  const { from, to, attributes, sha256 } = copying;
  const onlyIf = replaced === null ? 'absent' : { etag: replaced };
  try {
    return (await bytes.copy(from, to, { ...attributes, onlyIf, onMoved })).sha256;
  } catch (error) {
    if (!(error instanceof ByteStoreFault) || error.code !== 'precondition-failed') throw error;
    const found = await bytes.head(to);
    const etag = found?.etag ?? null;
    // The condition holds, so that it is the source that was replaced.
    if (etag === replaced) throw error;
    if (found === null || etag === replaceable) return copyOver(etag, copying, exporting);
    return isRepeated && (await sha256Of(exporting, to, found)) === sha256 ? sha256 : null;
  }
};

/**
 * Copies a file to its destination, by the store where it can, and compares the SHA-256 of the copy with the
 * inventory's. Nothing else is overwritten, as far as the store keeps conditions of copies: what is there already counts
 * as the copy of an earlier attempt where it has the same SHA-256 (storage service 4.1), and is else a failure of the
 * file. Answers the size of a verified copy in bytes; refused with a message where the file could not be exported.
 * Rejects with WholeExportFailure for a fault that concerns every file, and with transient faults.
 */
export const exportFile = async (file: FileToExport, exporting: FileExportOptions): Promise<Result<number, string>> => {
  const { destination, bucket } = exporting;
  const { path, key, sha256, contentType, fileModified } = file;
  const to = targetOf(destination, path);
  if (key === null || sha256 === null) return refused(`The inventory has no content for ${path}.`);
  const [source, target] = [originUri(bucket, key), originUri(to.bucket, to.key)];
  const stored = await exporting.stored(key);
  if (stored === null) return refused(`The repository does not have the bytes at ${source}.`);
  const { etag, size } = stored;
  const metadata = fileModified === null ? {} : withFileModified(fileModified);
  // With the type and the time that the group records instead of what the source has, that need not be looked at.
  const attributes = contentType === null ? {} : { contentType, metadata };
  try {
    const copied = await copyOver(null, { from: { bucket, key, etag, size }, to, attributes, sha256 }, exporting);
    if (copied === null) return refused(`There is another object at ${target} already, which was not overwritten.`);
    if (copied === sha256) return success(size);
    return refused(
      `Checksum of moved file [ source: ${source} - ${sha256}, dest: ${target} - ${copied} ] does not match expected value`,
    );
  } catch (error) {
    return refused(failureOf(error, source, target));
  }
};
