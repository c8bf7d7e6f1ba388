import type { StorageRootEntry } from './storage-root-reader.js';

/** Everything that lies below one object root, by whole keys. */
export interface FoundObject {
  /** Without a final slash. */
  readonly root: string;
  readonly entries: readonly StorageRootEntry[];
}

/** An object with all of its keys, or one key that is in no object. */
export type Found = { readonly object: FoundObject } | { readonly outside: StorageRootEntry };

const LAYOUT_ROOT = /^([0-9a-f]{3})\/([0-9a-f]{3})\/([0-9a-f]{3})\/\1\2\3[0-9a-f]{55}(?=\/)/;
const DECLARATION = /^(?:(.*)\/)?0=ocfl_object_[^/]*$/s;

/**
 * Where the object of a key has its root: where the layout puts roots, or where a declaration says that one is. Null for
 * a key in no object, as far as can be told from it alone.
 */
const rootOf = (key: string, prefix: string): string | null => {
  const laidOut = LAYOUT_ROOT.exec(key.slice(prefix.length));
  if (laidOut !== null) return prefix + laidOut[0];
  return DECLARATION.exec(key)?.[1] ?? null;
};

/**
 * The objects in a listing of the storage root, one after another: a listing in order has the keys of an object side by
 * side, so that never more than one object's are held. `prefix` is that of the storage root.
 */
export async function* foundObjects(listing: AsyncIterable<StorageRootEntry>, prefix: string): AsyncGenerator<Found> {
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
