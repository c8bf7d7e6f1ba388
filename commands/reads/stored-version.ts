import type { ByteStore } from '../../formats/bytes.js';
import type { BinaryRecord, GroupState } from '../../formats/group-state/group-state.js';
import type { StoredFiles } from '../../formats/group-state/storage-map.js';
import type { Inventory, InventoryHistory, VersionHeading } from '../../formats/ocfl/inventory/inventory.js';
import { versionOf } from '../../formats/ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../../formats/ocfl/object-place.js';
import { versionName, versionNumber } from '../../formats/ocfl/version-name.js';
import { sortByUtf8 } from '../../formats/paths/utf8-order.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';

/** A version of an archival group, as its object has it. */
export interface ReadVersion {
  readonly place: ObjectPlace;
  /** Of the group's head. */
  readonly inventory: InventoryHistory;
  readonly state: GroupState;
  readonly storage: StoredFiles;
}

/** Reads published versions; `head` is the newest. Rejects with RangeError for a version that the object lacks. */
export interface VersionReader {
  readVersion(group: RepositoryPath, head: number, version: string): Promise<ReadVersion>;
  /** The inventory of the head with the files of all versions. */
  wholeInventory(group: RepositoryPath, head: number): Promise<Inventory>;
}

/** A version of a group, by its number. */
export interface VersionAt {
  readonly group: RepositoryPath;
  readonly head: number;
  readonly version: number;
}

/** A file of a version as it is recorded. */
export interface StoredFile {
  readonly size: number;
  /** Lower-case hex, by the algorithm of the group's inventory. */
  readonly digest: string;
  /** As displayed; null where none was given. */
  readonly name: string | null;
  /** Relative to the object root. */
  readonly contentPath: string;
  readonly contentType: string | null;
  /** When the file was last changed at its source; RFC 3339. */
  readonly fileModified: string | null;
  /** The version in which the path got these bytes; null where only the whole inventory tells. */
  readonly since: number | null;
}

/** The files of a version. */
export interface StoredVersion extends VersionAt {
  readonly place: ObjectPlace;
  readonly heading: VersionHeading;
  readonly algorithm: 'sha256' | 'sha512';
  /** By stored path, in the order of UTF-8 bytes. */
  readonly files: ReadonlyMap<string, StoredFile>;
  /** The paths of recorded files for which the inventory has no content; they are not among the files. */
  readonly lost: readonly string[];
  /** The displayed names of folders by path, null where none was given. */
  readonly folders: ReadonlyMap<string, string | null>;
}

/** Reads the files of a version from its record; where a size was not recorded, from the store. */
export const readStoredVersion = async (
  { reader, bytes }: { readonly reader: Pick<VersionReader, 'readVersion'>; readonly bytes: Pick<ByteStore, 'list'> },
  at: VersionAt,
): Promise<StoredVersion> => {
  const label = versionName(at.version);
  const read = await reader.readVersion(at.group, at.head, label);
  const { place, inventory, state, storage } = read;
  const sizes = await unrecordedSizes(bytes, read);
  const made = new Map([...inventory.versions].map(([name, { created }]) => [created, versionNumber(name)]));
  const records = sortByUtf8([...state.binaries.values()], ({ path }) => path);
  const files = new Map<string, StoredFile>();
  const lost: string[] = [];
  const take = eachSliced(records, (record) => {
    const { path, name, size, contentType, fileModified } = record;
    const stored = storage.find(path);
    if (stored === null) {
      lost.push(path);
      return;
    }
    const { fullPath: contentPath, hash: digest } = stored;
    files.set(path, {
      size: size ?? sizes.get(contentPath) ?? 0,
      digest,
      name,
      contentPath,
      contentType,
      fileModified: fileModified ?? null,
      since: sinceOf(record, contentPath, made),
    });
  });
  await runInSlices(take);
  const algorithm = inventory.digestAlgorithm === 'sha512' ? 'sha512' : 'sha256';
  const folders = new Map([...state.containers].map(([path, { name }]) => [path, name]));
  return { ...at, place, heading: versionOf(inventory, label), algorithm, files, lost, folders };
};

/** By content path, where any size is missing in the record. */
const unrecordedSizes = async (
  bytes: Pick<ByteStore, 'list'>,
  { place: { bucket, root }, state }: ReadVersion,
): Promise<ReadonlyMap<string, number>> => {
  const sizes = new Map<string, number>();
  if (![...state.binaries.values()].some(({ size }) => size === null)) return sizes;
  for await (const { key, size } of bytes.list(bucket, `${root}/`)) sizes.set(key.slice(root.length + 1), size);
  return sizes;
};

/**
 * The version of the last change, where that added the path or its bytes. Otherwise it may have changed the name alone, or
 * given the path bytes that another one had before.
 */
const sinceOf = (
  { created, modified }: BinaryRecord,
  contentPath: string,
  made: ReadonlyMap<string, number | null>,
): number | null => {
  const changed = made.get(modified) ?? null;
  if (created === modified) return changed;
  return versionNumber(contentPath.slice(0, contentPath.indexOf('/'))) === changed ? changed : null;
};
