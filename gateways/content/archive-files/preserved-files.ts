import type { ByteStore, ObjectAddress } from '../../../formats/bytes.js';
import type { VersionFile } from '../../../formats/archive-files/version-entries.js';
import { checkedBytes } from '../../../formats/digests/checked-bytes.js';
import type { GroupContent } from '../../group-content/group-reader.js';
import type { Logger } from '../../http/logger.js';
import { ContentFault } from '../../service/content-fault.js';
import { openContent, storedSize } from '../open-content.js';

/** A file of a version, and where its bytes lie. */
export interface PreservedFile extends VersionFile {
  readonly at: ObjectAddress;
}

/** The files of a version. Rejects with ContentFault for one that the store does not have. */
export async function* preservedFiles(
  bytes: Pick<ByteStore, 'head'>,
  content: GroupContent,
): AsyncGenerator<PreservedFile> {
  for (const record of content.state.binaries.values()) {
    const stored = content.storage.find(record.path);
    if (stored === null) throw new ContentFault(`The inventory has no content for ${record.path}.`);
    const at = { bucket: content.place.bucket, key: `${content.place.root}/${stored.fullPath}` };
    yield {
      stored: record.path,
      size: record.size ?? (await storedSize(bytes, at)),
      digest: { algorithm: algorithmOf(content), value: stored.hash },
      fileDate: record.fileModified ?? null,
      at,
    };
  }
}

/** The algorithms that OCFL has for content. */
const algorithmOf = ({ inventory }: GroupContent): 'sha256' | 'sha512' =>
  inventory.digestAlgorithm === 'sha512' ? 'sha512' : 'sha256';

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
 * others: at their end, or at once where there are none or another number of them.
 */
export async function* openChecked(
  { bytes, log, version, correlationId }: Opening,
  { stored: file, size, digest, at }: PreservedFile,
): AsyncGenerator<Uint8Array> {
  const differs = (found: string): ContentFault => {
    const about = { version, file, expected: digest.value, found, correlationId };
    log.error('A preserved file has other bytes than were preserved. Its download was broken off.', about);
    return new ContentFault(`${version}, ${file}, is damaged: expected ${digest.value}, found ${found}.`);
  };
  yield* checkedBytes(await openContent(bytes, { ...at, size }, null), digest, differs);
}
