import type { ByteStore } from '../bytes.js';
import { sha256Hex } from '../digests/sha256-text.js';
import { deriveState, withoutStaleTombstones } from './derive-state.js';
import type { BinaryRecord, ContainerRecord, GroupState } from './group-state.js';
import { contentPathOf, versionOf, type DigestMap, type Inventory } from '../ocfl/inventory/inventory.js';
import type { ObjectPlace } from '../ocfl/object-place.js';
import { STATE_PATH } from './state-path.js';
import { isPlatformPath } from '../ocfl/platform-folder.js';
import { readState } from './state-file.js';
import { firstSliced, runInSlices, type SlicedWork } from '../../flow/slices.js';

/**
 * The state of a group at a version. The inventory lists the files; the version's state file adds what an inventory
 * cannot hold. Where the state file is missing, or out of date because another program wrote the version, the rest is
 * derived from the inventory. Rejects with OcflFault (`state-file-invalid`), RangeError for an unknown version, and
 * ByteStoreFault.
 */
export const readGroupState = async (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  inventory: Inventory,
  version: string,
): Promise<GroupState> => {
  const { state } = versionOf(inventory, version);
  const digest = digestOf(state, STATE_PATH);
  const path = digest === null ? null : contentPathOf(inventory.manifest, digest);
  if (path === null) return deriveState(inventory, version);
  const { stream } = await store.get({ bucket, key: `${root}/${path}` });
  const written = await readState(stream);
  return (await runInSlices(agrees(written, state))) ? written : reconciled(written, deriveState(inventory, version));
};

const digestOf = (state: DigestMap, wanted: string): string | null => {
  for (const [digest, paths] of state) if (paths.includes(wanted)) return digest;
  return null;
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
