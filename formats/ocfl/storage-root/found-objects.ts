import type { StorageRootEntry, StorageRootReader } from './storage-root-reader.js';

/** All keys below one object root. */
export interface FoundObject {
  /** Without a final slash. */
  readonly root: string;
  readonly entries: readonly StorageRootEntry[];
}

/** An object with all of its keys, or a key outside any object. */
export type StorageRootItem = { readonly object: FoundObject } | { readonly outside: StorageRootEntry };

const LAYOUT_ROOT = /^([0-9a-f]{3})\/([0-9a-f]{3})\/([0-9a-f]{3})\/\1\2\3[0-9a-f]{55}(?=\/)/;
const DECLARATION = /^(?:(.*)\/)?0=ocfl_object_[^/]*$/s;

/**
 * The object root of a key: at a root of the layout, or beside an object declaration. Null for a key that by itself
 * shows no object.
 */
const rootOf = (key: string, prefix: string): string | null => {
  const laidOut = LAYOUT_ROOT.exec(key.slice(prefix.length));
  if (laidOut !== null) return prefix + laidOut[0];
  return DECLARATION.exec(key)?.[1] ?? null;
};

/**
 * The objects in a listing of the storage root. The listing must be sorted, so that the keys of an object follow one
 * another; only one object is kept in memory. `prefix` is that of the storage root.
 */
export async function* foundObjects(
  listing: AsyncIterable<StorageRootEntry>,
  prefix: string,
): AsyncGenerator<StorageRootItem> {
  let current: { root: string; entries: StorageRootEntry[] } | null = null;
  for await (const entry of listing) {
    if (current !== null && entry.key.startsWith(`${current.root}/`)) {
      current.entries.push(entry);
      continue;
    }
    if (current !== null) yield { object: current };
    const root = rootOf(entry.key, prefix);
    current = root === null ? null : { root, entries: [entry] };
    if (root === null) yield { outside: entry };
  }
  if (current !== null) yield { object: current };
}

/** Lists everything below an object root. */
export const listObject = async (storageRoot: Pick<StorageRootReader, 'list'>, root: string): Promise<FoundObject> => {
  const entries: StorageRootEntry[] = [];
  for await (const entry of storageRoot.list(`${root}/`)) entries.push(entry);
  return { root, entries };
};
