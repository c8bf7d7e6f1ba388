import type { ByteStore } from '../../formats/bytes.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced } from '../../flow/slices.js';
import type { Inventory } from '../../formats/ocfl/inventory/inventory.js';
import { readVersionInventory } from '../../formats/ocfl/inventory/read-inventory.js';
import { inventoryKey, sidecarKey, type ObjectPlace } from '../../formats/ocfl/object-place.js';
import { versionName, versionNumber } from '../../formats/ocfl/version-name.js';
import { sortByUtf8 } from '../../formats/paths/utf8-order.js';
import type { VersionAt, VersionReader } from './stored-version.js';

/** A file of the OCFL object that an archival group is stored as. */
export interface FileOfObject {
  /** Its path below the object root. */
  readonly stored: string;
  /** In bytes; null where the store does not have the file. */
  readonly size: number | null;
  /** Lower-case hex, by the algorithm of the inventory; null of what the inventory does not name. */
  readonly digest: string | null;
  /** Where its bytes lie. */
  readonly key: string;
}

export interface ObjectReading {
  readonly reader: Pick<VersionReader, 'wholeInventory'>;
  readonly bytes: ByteStore;
  readonly place: ObjectPlace;
}

/** Versions before the newest are asked for when a copy of that age is compared. */
const inventoryAt = (
  { reader, bytes, place }: ObjectReading,
  { group, head, version }: VersionAt,
): Promise<Inventory> =>
  version === head ? reader.wholeInventory(group, head) : readVersionInventory(bytes, place, versionName(version));

/** The inventories of the versions up to one, with their sidecars, and the declaration. */
const isOfObject = (path: string, version: number): boolean => {
  if (path.startsWith('0=ocfl_object_')) return !path.includes('/');
  const [, folder] = /^([^/]*)\/inventory\.json(?:\.[^/]+)?$/.exec(path) ?? [];
  const number = folder === undefined ? null : versionNumber(folder);
  return number !== null && number <= version;
};

/**
 * The files that an OCFL object has up to a version, by path in the order of UTF-8 bytes: those that its inventory
 * names, the inventories with their sidecars, and the declaration. `inventory.json` of the object root is read from
 * the folder of the version, of whose inventory it is the copy. What nothing in the object vouches for is not among
 * them: logs, extensions, and the content of a version that is not published. Rejects as `VersionReader` does.
 */
export const filesOfObject = async (on: ObjectReading, at: VersionAt): Promise<readonly FileOfObject[]> => {
  const { bytes, place } = on;
  const { root } = place;
  const inventory = await inventoryAt(on, at);
  const files = new Map<string, FileOfObject>();
  const name = eachSliced(inventory.manifest, ([digest, paths]) => {
    const told = digest.toLowerCase();
    for (const path of paths) files.set(path, { stored: path, size: null, digest: told, key: `${root}/${path}` });
  });
  await runInSlices(name);
  const own = versionName(at.version);
  const atRoot = new Map([
    [inventoryKey(root, own), 'inventory.json'],
    [sidecarKey(root, own, inventory.digestAlgorithm), `inventory.json.${inventory.digestAlgorithm}`],
  ]);
  for await (const { key, size } of bytes.list(place.bucket, `${root}/`)) {
    const path = key.slice(root.length + 1);
    const digest = files.get(path)?.digest ?? null;
    if (digest !== null || isOfObject(path, at.version)) files.set(path, { stored: path, size, digest, key });
    const copy = atRoot.get(key);
    if (copy !== undefined) files.set(copy, { stored: copy, size, digest: null, key });
  }
  return sortByUtf8([...files.values()], ({ stored }) => stored);
};
