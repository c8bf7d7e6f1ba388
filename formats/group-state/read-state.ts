import type { ByteStore } from '../bytes.js';
import { sha256Hex } from '../digests/sha256-text.js';
import { deriveState, withoutStaleTombstones } from './derive-state.js';
import { describeFiles } from './describe-files.js';
import type { BinaryRecord, ContainerRecord, GroupState } from './group-state.js';
import { contentPathAt, versionOf, type DigestMap, type Inventory } from '../ocfl/inventory/inventory.js';
import { readVersionInventory } from '../ocfl/inventory/read-inventory.js';
import type { ObjectPlace } from '../ocfl/object-place.js';
import { STATE_PATH } from './state-path.js';
import { isPlatformPath } from '../ocfl/platform-folder.js';
import { readState } from './state-file.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { firstSliced, type SlicedWork } from '../../flow/slices.js';

/**
 * The state of a group at a version. The inventory lists the files; the version's state file adds what an inventory
 * cannot hold. Where the state file is missing, or out of date because another program wrote the version, the rest is
 * derived from the inventory, the sizes on the store and the names of the files. Rejects with OcflFault
 * (`state-file-invalid`), RangeError for an unknown version, and ByteStoreFault.
 */
export const readGroupState = async (
  store: ByteStore,
  place: ObjectPlace,
  inventory: Inventory,
  version: string,
): Promise<GroupState> => {
  const { bucket, root } = place;
  const derive = (from: Inventory): Promise<GroupState> =>
    describeFiles(store, place, { inventory: from, version }, deriveState(from, version));
  const path = contentPathAt(inventory, version, STATE_PATH);
  if (path === null) return derive(inventory);
  const { stream } = await store.get({ bucket, key: `${root}/${path}` });
  const written = await readState(stream);
  const own = await inventoryAt(store, place, inventory, version);
  const isCurrent = await runInSlices(agrees(written, versionOf(own, version).state));
  return isCurrent ? written : reconciled(written, await derive(own));
};

/** The inventory with the SHA-256 digests of a version: its own one where the head uses another algorithm. */
const inventoryAt = async (
  store: ByteStore,
  place: ObjectPlace,
  inventory: Inventory,
  version: string,
): Promise<Inventory> => {
  if (inventory.digestAlgorithm === 'sha256' || inventory.head === version) return inventory;
  return readVersionInventory(store, place, version);
};

/** Whether the state file has exactly the files of the inventory, with the same digests. */
function* agrees(written: GroupState, state: DigestMap): SlicedWork<boolean> {
  let files = 0;
  const differing = yield* firstSliced(state, ([digest, paths]) => {
    const sha256 = sha256Hex(digest);
    const preserved = paths.filter((path) => !isPlatformPath(path));
    files += preserved.length;
    return preserved.find((path) => sha256 === null || written.binaries.get(path)?.sha256 !== sha256) ?? null;
  });
  return differing === null && files === written.binaries.size;
}

const reconciled = (written: GroupState, derived: GroupState): GroupState => {
  const binaries = new Map<string, BinaryRecord>();
  for (const [path, found] of derived.binaries) {
    const known = written.binaries.get(path);
    if (known === undefined) binaries.set(path, found);
    else if (known.sha256 !== null && known.sha256 === found.sha256) binaries.set(path, known);
    else binaries.set(path, { ...found, name: known.name, created: known.created, createdBy: known.createdBy });
  }
  const containers = new Map<string, ContainerRecord>([...derived.containers, ...written.containers]);
  for (const path of binaries.keys()) containers.delete(path);
  const tombstones = new Map([...derived.tombstones, ...written.tombstones]);
  return withoutStaleTombstones({ name: written.name, containers, binaries, tombstones });
};
