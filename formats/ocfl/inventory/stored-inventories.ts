import type { ByteStore } from '../../bytes.js';
import { inventoryKey, sidecarKey, type ObjectPlace } from '../object-place.js';
import { OcflFault } from '../ocfl-fault.js';
import { readVerified } from './read-inventory.js';
import { versionNumber } from '../version-name.js';

/** A folder of a version in which an inventory lies, or its sidecar alone. */
interface InventoriedVersion {
  readonly number: number;
  /** Its name: other programs may pad the number with zeros. */
  readonly folder: string;
}

/** Whether an inventory lies in a folder of a version, or in the object root, or its sidecar alone. */
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

/** The versions from a number on whose folders hold an inventory or its sidecar, whatever the root says. */
const inventoriedVersions = async (
  store: ByteStore,
  place: ObjectPlace,
  from: number,
): Promise<InventoriedVersion[]> => {
  const versions: InventoriedVersion[] = [];
  for await (const folder of store.listFolders(place.bucket, `${place.root}/`)) {
    const number = versionNumber(folder);
    if (number !== null && number >= from && (await isInventoried(store, place, folder)))
      versions.push({ number, folder });
  }
  return versions;
};

/** The highest of the versions from a number on of which an inventory lies in the object; null when there is none. */
export const highestInventoried = async (
  store: ByteStore,
  place: ObjectPlace,
  from: number,
): Promise<number | null> => {
  const numbers = (await inventoriedVersions(store, place, from)).map(({ number }) => number);
  return numbers.length === 0 ? null : Math.max(...numbers);
};

/**
 * Every content path below the folder of a version that an inventory in the object names. The inventories of earlier
 * versions are not read: they were written when the version was not there. Rejects with OcflFault where an inventory
 * cannot be verified, or only its sidecar is left: then anything may be named.
 */
export const contentNamed = async (
  store: ByteStore,
  place: ObjectPlace,
  version: number,
): Promise<ReadonlySet<string>> => {
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
