import { ifThere, type ByteStore } from '../bytes.js';
import { readOwnInventory, type OwnInventory } from '../ocfl/inventory/own-inventory.js';
import { inventoryKey, type ObjectPlace } from '../ocfl/object-place.js';
import type { GroupState } from './group-state.js';
import { readDigestedState } from './state-file.js';
import { STATE_PATH } from './state-path.js';

/** A version's inventory, whose digest was recorded. */
export interface RecordedInventory {
  readonly version: string;
  readonly sha256: string;
}

/**
 * The inventory in a version's own directory, without the lists of files in its versions. Null where it is not as it was
 * recorded, or not in the form that this platform writes. Rejects with ByteStoreFault.
 */
export const readRecordedInventory = (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  { version, sha256 }: RecordedInventory,
): Promise<OwnInventory | null> =>
  ifThere(async () => {
    const { stream } = await store.get({ bucket, key: inventoryKey(root, version) });
    const inventory = await readOwnInventory(stream, sha256, STATE_PATH);
    return inventory?.head === version ? inventory : null;
  });

/**
 * The state of a group at the head of its inventory. Null where the state file was not written with that version, since
 * then another program may have written the version, or is not as it was written. Rejects with OcflFault
 * (`state-file-invalid`) and ByteStoreFault.
 */
export const readRecordedState = (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  { head, contentPaths, ownDigest }: OwnInventory,
): Promise<GroupState | null> => {
  const path = contentPaths.get(ownDigest);
  if (path?.startsWith(`${head}/`) !== true) return Promise.resolve(null);
  return ifThere(async () => {
    const { stream } = await store.get({ bucket, key: `${root}/${path}` });
    return readDigestedState(stream, ownDigest);
  });
};
