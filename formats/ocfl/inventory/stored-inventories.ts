import type { ByteStore } from '../../bytes.js';
import { inventoryKey, sidecarKey, type ObjectPlace } from '../object-place.js';
import { OcflFault } from '../ocfl-fault.js';
import { versionNumber } from '../version-name.js';

/** A version folder with an inventory or a sidecar. */
interface InventoriedVersion {
  readonly number: number;
  /** Its name; other programs may pad the number with zeros. */
  readonly folder: string;
}

/** Whether a version folder, or the object root for null, has an inventory or a sidecar. */
const isInventoried = async (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  folder: string | null,
): Promise<boolean> => {
  const key = inventoryKey(root, folder);
  const files = [key, sidecarKey(root, folder), sidecarKey(root, folder, 'sha512')];
  for await (const found of store.list(bucket, key)) if (files.includes(found.key)) return true;
  return false;
};

/** The versions from a number on whose folders hold an inventory or a sidecar, whatever the root inventory lists. */
const inventoriedVersions = async (
  store: ByteStore,
  place: ObjectPlace,
  from: number,
): Promise<InventoriedVersion[]> => {
  const versions: InventoriedVersion[] = [];
  const isLater = (folder: string): boolean => (versionNumber(folder) ?? -1) >= from;
  for await (const folder of store.listFolders(place.bucket, `${place.root}/`, isLater)) {
    const number = versionNumber(folder);
    if (number !== null && (await isInventoried(store, place, folder))) versions.push({ number, folder });
  }
  return versions;
};

/** The highest version from a number on whose folder holds an inventory or a sidecar; null without one. */
export const highestInventoried = async (
  store: ByteStore,
  place: ObjectPlace,
  from: number,
): Promise<number | null> => {
  const numbers = (await inventoriedVersions(store, place, from)).map(({ number }) => number);
  return numbers.length === 0 ? null : Math.max(...numbers);
};

/**
 * Every content path below a version's folder that an inventory of the object names. Inventories of earlier versions
 * are not read: they were written before the version. Rejects with OcflFault where an inventory cannot be verified, or
 * only its sidecar is left, since then any path may be named.
 */
export const contentNamed = async (
  store: ByteStore,
  place: ObjectPlace,
  version: number,
): Promise<ReadonlySet<string>> => {
  // Not needed where versions are only counted, as by who lists one.
  const { readVerified } = await import('./read-inventory.js');
  const named = new Set<string>();
  const later = (await inventoriedVersions(store, place, version)).map(({ folder }) => folder);
  for (const folder of [null, ...later]) {
    const inventory = await readVerified(store, place, folder);
    if (inventory === null && (await isInventoried(store, place, folder)))
      throw new OcflFault('inventory-missing', `${inventoryKey(place.root, folder)} has a sidecar and is not there.`);
    for (const paths of inventory?.manifest.values() ?? [])
      for (const path of paths) if (path.startsWith(`v${version}/`)) named.add(path);
  }
  return named;
};
