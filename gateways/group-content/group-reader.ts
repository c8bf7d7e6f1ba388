import { objectMismatch } from '../../commands/reads/object-mismatch.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { parentOf, type RepositoryPath } from '../../formats/paths/repository-path.js';
import {
  type BinaryRecord,
  type ContainerRecord,
  type GroupState,
  resourcesOf,
} from '../../formats/group-state/group-state.js';
import type { Inventory } from '../../formats/ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../../formats/ocfl/object-place.js';
import { readVersionInventory } from '../../formats/ocfl/inventory/read-inventory.js';
import { readGroupState } from '../../formats/group-state/read-state.js';
import { storageMapContent, type StorageMapContent } from '../../formats/group-state/storage-map.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { keptReadings } from './kept-readings.js';
import { RequestFault } from '../http/request-fault.js';
import { sortById } from './sort-by-id.js';
import { eachSliced, runInSlices, type Sliced } from '../../flow/slices.js';

/** An archival group at one version, as answers need it. */
export interface GroupContent {
  readonly path: RepositoryPath;
  readonly place: ObjectPlace;
  /** The inventory of the group's head. */
  readonly inventory: Inventory;
  /** OCFL label of the version shown. */
  readonly version: string;
  readonly state: GroupState;
  readonly storage: StorageMapContent;
  /** Direct children, sorted by id, by the path of their container within the group; '' for the group itself. */
  readonly children: ReadonlyMap<string, readonly (ContainerRecord | BinaryRecord)[]>;
}

/**
 * Reads archival groups from their OCFL objects. `head` is the newest published version in the read model. Values are
 * cached by group, head and version, since versions are immutable. Rejects with RequestFault 409 and the reason where
 * the object does not agree with its ledger, which is checked before the first reading of each head; and with OcflFault
 * and ByteStoreFault.
 */
export interface GroupReader {
  place(path: RepositoryPath): ObjectPlace;
  inventory(path: RepositoryPath, head: number): Promise<Inventory>;
  content(path: RepositoryPath, head: number, version: string): Promise<GroupContent>;
}

/** Resources of all groups kept in memory together: some hundred megabytes at most. */
const KEPT_RESOURCES = 200_000;

export const groupReader = (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  onRefused: (path: RepositoryPath, reason: string) => void = () => undefined,
): GroupReader => {
  const { bytes, places } = dependencies;
  const placeOf = (path: RepositoryPath): ObjectPlace => objectPlaceOf({ places }, path);
  const inventories = keptReadings<Inventory>(KEPT_RESOURCES, (inventory) => inventory.manifest.size);
  const contents = keptReadings<GroupContent>(
    KEPT_RESOURCES,
    ({ state }) => state.binaries.size + state.containers.size,
  );

  const inventory = (path: RepositoryPath, head: number): Promise<Inventory> =>
    inventories(JSON.stringify([path, head]), async () => {
      const fault = await objectMismatch(dependencies, path);
      if (fault === null) return readVersionInventory(bytes, placeOf(path), versionName(head));
      onRefused(path, fault);
      throw new RequestFault(409, fault);
    });

  const read = async (path: RepositoryPath, head: number, version: string): Promise<GroupContent> => {
    const place = placeOf(path);
    const known = await inventory(path, head);
    const state = await readGroupState(bytes, place, known, version);
    const storage = await runInSlices(storageMapContent(known, version));
    const children = await runInSlices(childrenOf(state));
    return { path, place, inventory: known, version, state, storage, children };
  };
  return {
    place: placeOf,
    inventory,
    content: (path, head, version) => contents(JSON.stringify([path, head, version]), () => read(path, head, version)),
  };
};

/** A path without characters that an id escapes, so that both sort in the same order. */
const UNESCAPED = /^[A-Za-z0-9._~/-]*$/;

function* childrenOf(state: GroupState): Sliced<GroupContent['children']> {
  const escaped = new Set<string>();
  const children = new Map<string, (ContainerRecord | BinaryRecord)[]>();
  yield* eachSliced(yield* resourcesOf(state), (resource) => {
    const parent = parentOf(resource.path) ?? '';
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [resource]);
    else siblings.push(resource);
    if (!UNESCAPED.test(resource.path)) escaped.add(parent);
  });
  for (const parent of escaped) children.set(parent, yield* sortById(children.get(parent) ?? [], ({ path }) => path));
  return children;
}
