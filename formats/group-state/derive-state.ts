import { ancestorsOf } from '../paths/repository-path.js';
import { sha256Hex } from '../digests/sha256-text.js';
import type { BinaryRecord, ContainerRecord, GroupState, TombstoneRecord } from './group-state.js';
import { emptyGroup } from './group-state.js';
import { digestsByPath } from '../ocfl/inventory/digest-map.js';
import type { Inventory, InventoryVersion } from '../ocfl/inventory/inventory.js';
import { isPlatformPath } from '../ocfl/platform-folder.js';

/**
 * The state of a group at a version, from an inventory alone, for objects that other programs wrote: names come from
 * paths, containers are the folders that hold files, sizes and content types are unknown (`describeFiles`), dates and
 * agents are those of the version that added each file.
 */
export const deriveState = (inventory: Inventory, version: string): GroupState => {
  let state = emptyGroup(nameFromId(inventory.id));
  let digests: ReadonlyMap<string, string> = new Map();
  for (const [name, block] of inventory.versions) {
    state = afterVersion(state, block, digests);
    if (name === version) break;
    digests = digestsByPath(block.state);
  }
  return state;
};

const nameFromId = (id: string): string => {
  const last = id.slice(id.search(/[^/:]+\/?$/)).replace(/\/$/, '');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

/** `digests` are those of the version before, by path, in the algorithm of this one. */
const afterVersion = (
  before: GroupState,
  { created, user, state }: InventoryVersion,
  digests: ReadonlyMap<string, string>,
): GroupState => {
  const by = user?.name ?? null;
  const stamps = { created, createdBy: by, modified: created, modifiedBy: by };
  const binaries = new Map<string, BinaryRecord>();
  const containers = new Map<string, ContainerRecord>();
  for (const [digest, paths] of state) {
    const sha256 = sha256Hex(digest);
    for (const path of paths) {
      if (isPlatformPath(path)) continue;
      const isKept = isDigest(digest, digests.get(path));
      binaries.set(path, binaryAfter(before.binaries.get(path), { path, sha256, isKept }, stamps));
      for (const folder of ancestorsOf(path))
        if (!containers.has(folder))
          containers.set(folder, before.containers.get(folder) ?? newContainer(folder, stamps));
    }
  }
  const tombstones = new Map(before.tombstones);
  for (const path of [...before.binaries.keys(), ...before.containers.keys()])
    tombstones.set(path, { type: 'Tombstone', path, deleted: created, deletedBy: by });
  return { name: before.name, ...withoutStaleTombstones({ containers, binaries, tombstones }) };
};

type Stamps = Pick<BinaryRecord, 'created' | 'createdBy' | 'modified' | 'modifiedBy'>;

const newContainer = (path: string, stamps: Stamps): ContainerRecord => ({
  type: 'Container',
  path,
  name: null,
  ...stamps,
});

const isDigest = (digest: string, other: string | undefined): boolean => digest.toLowerCase() === other?.toLowerCase();

const binaryAfter = (
  old: BinaryRecord | undefined,
  { path, sha256, isKept }: Pick<BinaryRecord, 'path' | 'sha256'> & { readonly isKept: boolean },
  stamps: Stamps,
): BinaryRecord => {
  if (old === undefined) return { type: 'Binary', path, name: null, contentType: null, size: null, sha256, ...stamps };
  if (isKept) return old;
  return { ...old, sha256, modified: stamps.modified, modifiedBy: stamps.modifiedBy };
};

/** The state without the tombstones of paths that have a resource. */
export const withoutStaleTombstones = <State extends Omit<GroupState, 'name'>>(state: State): State => {
  const tombstones = new Map<string, TombstoneRecord>();
  for (const [path, tombstone] of state.tombstones)
    if (!state.binaries.has(path) && !state.containers.has(path)) tombstones.set(path, tombstone);
  return { ...state, tombstones };
};
