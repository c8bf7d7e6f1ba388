import {
  readStoredVersion,
  type ReadVersion,
  type StoredVersion,
  type VersionAt,
  type VersionReader,
} from '../../commands/reads/stored-version.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { readRecordedState } from '../../formats/group-state/read-recorded.js';
import { storageMapContent, storedFiles, storedIn, type StoredFiles } from '../../formats/group-state/storage-map.js';
import { versionOf, type InventoryHistory } from '../../formats/ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../../formats/ocfl/object-place.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { groupChildren, type GroupChildren } from './group-children.js';
import { inventoryReader } from './inventory-reader.js';
import { keptReadings } from './kept-readings.js';

/** An archival group at one version, as answers need it. */
export interface GroupContent extends ReadVersion {
  readonly path: RepositoryPath;
  /** OCFL label of the version shown. */
  readonly version: string;
  readonly children: GroupChildren;
}

/**
 * Reads archival groups from their OCFL objects. `head` is the newest published version in the read model. Values are
 * cached by group, head and version, since versions are immutable, but for those of `readVersion`. Rejects with RequestFault 409 and the reason where
 * the object does not agree with its ledger, which is checked before the first reading of each head; and with OcflFault
 * and ByteStoreFault.
 */
export interface GroupReader extends VersionReader {
  place(path: RepositoryPath): ObjectPlace;
  inventory(path: RepositoryPath, head: number): Promise<InventoryHistory>;
  storageMap(path: RepositoryPath, head: number, version: string): Promise<StoredFiles>;
  content(path: RepositoryPath, head: number, version: string): Promise<GroupContent>;
  /** The files of a version, which are kept in a third of the memory of its content. */
  stored(at: VersionAt): Promise<StoredVersion>;
}

/** Resources of all groups kept in memory together: some hundred megabytes at most. */
const KEPT_RESOURCES = 200_000;
/** Files of versions kept in memory beside them: some ten megabytes. */
const KEPT_FILES = 100_000;

export const groupReader = (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  onRefused: (path: RepositoryPath, reason: string) => void = () => undefined,
): GroupReader => {
  const { bytes, places } = dependencies;
  const placeOf = (path: RepositoryPath): ObjectPlace => objectPlaceOf({ places }, path);
  const inventories = inventoryReader(dependencies, { capacity: KEPT_RESOURCES, onRefused });
  const contents = keptReadings<GroupContent>(
    KEPT_RESOURCES,
    ({ state }) => state.binaries.size + state.containers.size,
  );

  /** The files as they were written with the version; null where they are not, or another program wrote it. */
  const recorded = async ({ path, head, version }: WantedVersion): Promise<VersionFiles | null> => {
    // The digests of all versions are of one algorithm.
    if ((await inventories.history(path, head)).digestAlgorithm !== 'sha256') return null;
    const inventory = await inventories.own(path, head, version);
    const state = inventory === null ? null : await readRecordedState(bytes, placeOf(path), inventory);
    if (inventory === null || state === null) return null;
    return { state, storage: storedFiles(state, inventory.manifest) };
  };

  const compared = async ({ path, head, version }: WantedVersion): Promise<VersionFiles> => {
    const inventory = await inventories.whole(path, head);
    const { readGroupState } = await import('../../formats/group-state/read-state.js');
    const state = await readGroupState(bytes, placeOf(path), inventory, version);
    return { state, storage: storedIn(await runInSlices(storageMapContent(inventory, version))) };
  };

  const readVersion: GroupReader['readVersion'] = async (path, head, version) => {
    const inventory = await inventories.history(path, head);
    versionOf(inventory, version);
    const wanted = { path, head, version };
    return { place: placeOf(path), inventory, ...((await recorded(wanted)) ?? (await compared(wanted))) };
  };

  const read = async ({ path, head, version }: WantedVersion): Promise<GroupContent> => {
    const found = await readVersion(path, head, version);
    return { path, version, ...found, children: await runInSlices(groupChildren(found.state)) };
  };

  const content: GroupReader['content'] = (path, head, version) =>
    contents(JSON.stringify([path, head, version]), () => read({ path, head, version }));
  const versions = keptReadings<StoredVersion>(KEPT_FILES, ({ files }) => files.size);
  return {
    stored: (at) => versions(JSON.stringify(at), () => readStoredVersion({ reader: { readVersion }, bytes }, at)),
    place: placeOf,
    inventory: (path, head) => inventories.history(path, head),
    storageMap: async (path, head, version) => (await content(path, head, version)).storage,
    content,
    readVersion,
    wholeInventory: (path, head) => inventories.whole(path, head),
  };
};

interface WantedVersion {
  readonly path: RepositoryPath;
  readonly head: number;
  readonly version: string;
}

type VersionFiles = Pick<GroupContent, 'state' | 'storage'>;
