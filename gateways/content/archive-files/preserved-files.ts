import { SLICE } from '../../../flow/slices.js';
import { yieldEvery } from '../../../flow/yield-every.js';
import type { ByteStore, ObjectAddress } from '../../../formats/bytes.js';
import type { VersionFile } from '../../../formats/archive-files/version-entries.js';
import { checkedBytes } from '../../../formats/digests/checked-bytes.js';
import type { BinaryRecord } from '../../../formats/group-state/group-state.js';
import { sortByUtf8 } from '../../../formats/paths/utf8-order.js';
import type { GroupContent } from '../../group-content/group-reader.js';
import type { Logger } from '../../http/logger.js';
import { ContentFault } from '../../service/content-fault.js';
import { openContent, storedSize } from '../open-content.js';

/** A file of a version, and where its bytes lie. */
export interface PreservedFile extends VersionFile {
  readonly at: ObjectAddress;
}

/**
 * The files of a version in the order of their paths. They are made anew each time that they are read, since very many
 * would fill the memory. Rejects with ContentFault where the store does not have one.
 */
export const preservedFiles = async (
  bytes: Pick<ByteStore, 'head'>,
  content: GroupContent,
): Promise<Iterable<PreservedFile>> => {
  const { state, storage, place } = content;
  const records = sortByUtf8([...state.binaries.values()], ({ path }) => path);
  const placeOf = (record: BinaryRecord): StoredPlace => {
    const stored = storage.find(record.path);
    if (stored === null) throw new ContentFault(`The inventory has no content for ${record.path}.`);
    return { hash: stored.hash, at: { bucket: place.bucket, key: `${place.root}/${stored.fullPath}` } };
  };
  const unrecorded = new Map<string, number>();
  const turn = yieldEvery(SLICE);
  for (const record of records) {
    await turn();
    const { at } = placeOf(record);
    if (record.size === null) unrecorded.set(record.path, await storedSize(bytes, at));
  }
  const algorithm = algorithmOf(content);
  const fileOf = (record: BinaryRecord): PreservedFile => {
    const { path, size, fileModified } = record;
    const { hash, at } = placeOf(record);
    return {
      stored: path,
      size: size ?? unrecorded.get(path) ?? 0,
      digest: { algorithm, value: hash },
      fileDate: fileModified ?? null,
      at,
    };
  };
  return {
    *[Symbol.iterator]() {
      for (const record of records) yield fileOf(record);
    },
  };
};

interface StoredPlace {
  readonly hash: string;
  readonly at: ObjectAddress;
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
