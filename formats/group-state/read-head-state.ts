import type { ByteStore } from '../bytes.js';
import type { GroupState } from './group-state.js';
import { contentPathAt, type Inventory } from '../ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../ocfl/object-place.js';
import { readVersionInventory } from '../ocfl/inventory/read-inventory.js';
import { readRecordedInventory, readRecordedState, type RecordedInventory } from './read-recorded.js';
import { readGroupState } from './read-state.js';

/** The state of a group at the head version of its object. */
export interface HeadState {
  readonly state: GroupState;
  /** Where the bytes of a file lie, relative to the object root; null where there is no such file. */
  readonly contentPath: (path: string) => string | null;
  /** The whole inventory, which takes much memory for a group of very many files. */
  readonly inventory: () => Promise<Inventory>;
}

/**
 * Reads a group at its head version. An inventory with the given digest is not kept in memory whole. Rejects with
 * OcflFault and ByteStoreFault.
 */
export const readHeadState = async (
  store: ByteStore,
  place: ObjectPlace,
  recorded: RecordedInventory,
): Promise<HeadState> => (await ownHead(store, place, recorded)) ?? wholeHead(store, place, recorded.version);

const ownHead = async (
  store: ByteStore,
  place: ObjectPlace,
  recorded: RecordedInventory,
): Promise<HeadState | null> => {
  const own = await readRecordedInventory(store, place, recorded);
  const state = own === null ? null : await readRecordedState(store, place, own);
  if (own === null || state === null) return null;
  return {
    state,
    inventory: () => readVersionInventory(store, place, recorded.version),
    contentPath: (path) => own.manifest.pathOf(state.binaries.get(path)?.sha256 ?? ''),
  };
};

const wholeHead = async (store: ByteStore, place: ObjectPlace, version: string): Promise<HeadState> => {
  const inventory = await readVersionInventory(store, place, version);
  const state = await readGroupState(store, place, inventory, version);
  const contentPath = (path: string): string | null => contentPathAt(inventory, version, path);
  return { state, contentPath, inventory: () => Promise.resolve(inventory) };
};
