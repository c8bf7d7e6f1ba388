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
    const { own, sha256: digest } = await readOwnInventory(stream, STATE_PATH);
    return digest === sha256 && own?.head === version ? own : null;
  });

/**
 * Where the state file of the head lies. Null where it was not written with that version, since then another program may
 * have written the version.
 */
export const ownPath = ({ head, ownFile: { contentPath } }: OwnInventory): string | null =>
  contentPath.startsWith(`${head}/`) ? contentPath : null;

/**
 * The state of a group at the head of its inventory. Null where the state file was not written with that version, or is
 * not as it was written. Rejects with OcflFault (`state-file-invalid`) and ByteStoreFault.
 */
export const readRecordedState = (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  inventory: OwnInventory,
): Promise<GroupState | null> => {
  const path = ownPath(inventory);
  if (path === null) return Promise.resolve(null);
  return ifThere(async () => {
    const { stream } = await store.get({ bucket, key: `${root}/${path}` });
    return readDigestedState(stream, inventory.ownFile.sha256);
  });
};
