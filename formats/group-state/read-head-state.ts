import { ifThere, type ByteStore } from '../bytes.js';
import type { GroupState } from './group-state.js';
import { manifestPath } from '../ocfl/inventory/inventory-lines.js';
import { surveyInventory } from '../ocfl/inventory/survey-inventory.js';
import { contentPathOf, versionOf, type Inventory } from '../ocfl/inventory/inventory.js';
import { inventoryKey, type ObjectPlace } from '../ocfl/object-place.js';
import { readVersionInventory } from '../ocfl/inventory/read-inventory.js';
import { readGroupState } from './read-state.js';
import { readDigestedState } from './state-file.js';
import { STATE_PATH } from './state-path.js';

/** The state of a group at the head version of its object. */
export interface HeadState {
  readonly state: GroupState;
  /** Where the bytes of a file lie, relative to the object root; null where there is no such file. */
  readonly contentPath: (path: string) => Promise<string | null>;
  /** The whole inventory, which takes much memory for a group of very many files. */
  readonly inventory: () => Promise<Inventory>;
}

/**
 * Reads a group at its head version. An inventory with the given digest is streamed and not kept in memory. Rejects
 * with OcflFault and ByteStoreFault.
 */
export const readHeadState = async (
  store: ByteStore,
  place: ObjectPlace,
  { version, sha256 }: { readonly version: string; readonly sha256: string },
): Promise<HeadState> => (await ownHead(store, place, version, sha256)) ?? wholeHead(store, place, version);

const ownHead = async (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  version: string,
  sha256: string,
): Promise<HeadState | null> => {
  const at = { bucket, key: inventoryKey(root, version) };
  const surveyed = await ifThere(async () => surveyInventory((await store.get(at)).stream, STATE_PATH));
  if (surveyed?.sha256 !== sha256 || surveyed.outline === null) return null;
  const { ownFile: stateFile, manifest } = surveyed.outline;
  const key = `${root}/${stateFile.contentPath}`;
  const state = await ifThere(async () =>
    readDigestedState((await store.get({ bucket, key })).stream, stateFile.sha256),
  );
  if (state === null) return null;
  return {
    state,
    inventory: () => readVersionInventory(store, { bucket, root }, version),
    async contentPath(path) {
      const digest = state.binaries.get(path)?.sha256 ?? null;
      if (digest === null) return null;
      const range = { start: manifest.start, end: manifest.end - 1 };
      return manifestPath((await store.get(at, { range })).stream, digest);
    },
  };
};

const wholeHead = async (store: ByteStore, place: ObjectPlace, version: string): Promise<HeadState> => {
  const inventory = await readVersionInventory(store, place, version);
  const state = await readGroupState(store, place, inventory, version);
  const contentPath = (path: string): Promise<string | null> => Promise.resolve(pathIn(inventory, version, path));
  return { state, contentPath, inventory: () => Promise.resolve(inventory) };
};

const pathIn = (inventory: Inventory, version: string, path: string): string | null => {
  for (const [digest, paths] of versionOf(inventory, version).state)
    if (paths.includes(path)) return contentPathOf(inventory.manifest, digest);
  return null;
};
