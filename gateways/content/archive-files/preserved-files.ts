import type { ByteStore, ObjectAddress } from '../../../formats/bytes.js';
import type { VersionFile } from '../../../formats/archive-files/version-entries.js';
import { checkedBytes } from '../../../formats/digests/checked-bytes.js';
import type { StoredVersion } from '../../../commands/reads/stored-version.js';
import type { Logger } from '../../http/logger.js';
import { ContentFault } from '../../service/content-fault.js';
import { openContent } from '../open-content.js';

/** A file of a version, and where its bytes lie. */
export interface PreservedFile extends VersionFile {
  readonly at: ObjectAddress;
}

/** What is read of a stored file; null as the digest of one that none was recorded of. */
export interface StoredFile extends Pick<PreservedFile, 'stored' | 'size' | 'at'> {
  readonly digest: VersionFile['digest'] | null;
}

/**
 * The files of a version in the order of their paths. They are made anew each time that they are read, since very many
 * would fill the memory. Throws ContentFault where the inventory has no content for one.
 */
export const preservedFiles = ({ files, lost, place, algorithm }: StoredVersion): Iterable<PreservedFile> => {
  const [without] = lost;
  if (without !== undefined) throw new ContentFault(`The inventory has no content for ${without}.`);
  return {
    *[Symbol.iterator]() {
      for (const [stored, { size, digest, contentPath, fileModified: fileDate }] of files) {
        const at = { bucket: place.bucket, key: `${place.root}/${contentPath}` };
        yield { stored, size, digest: { algorithm, value: digest }, fileDate, at };
      }
    },
  };
};

/** What opening a preserved file needs. */
export interface Opening {
  readonly bytes: Pick<ByteStore, 'get'>;
  readonly log: Logger;
  /** The group and its version, as `letters/1911@v1`. */
  readonly version: string;
  readonly correlationId: string;
}

/**
 * The bytes of a preserved file. Fails with ContentFault, and logs what was expected and found, where the store has
 * others than its digest is of: at their end, or at once where there are none or another number of them.
 */
export async function* openChecked(
  { bytes, log, version, correlationId }: Opening,
  { stored: file, size, digest, at }: StoredFile,
): AsyncGenerator<Uint8Array> {
  const stream = await openContent(bytes, { ...at, size }, null);
  if (digest === null) {
    yield* stream as AsyncIterable<Uint8Array>;
    return;
  }
  const differs = (found: string): ContentFault => {
    const about = { version, file, expected: digest.value, found, correlationId };
    log.error('A preserved file has other bytes than were preserved. Its download was broken off.', about);
    return new ContentFault(`${version}, ${file}, is damaged: expected ${digest.value}, found ${found}.`);
  };
  yield* checkedBytes(stream, digest, differs);
}
