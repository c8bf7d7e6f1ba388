import { readWhole } from '../../formats/bytes.js';
import { emptyGroup, type GroupState } from '../../formats/ocfl/group-state.js';
import type { Inventory } from '../../formats/ocfl/inventory.js';
import { sidecarKey } from '../../formats/ocfl/object-place.js';
import { readRootInventory } from '../../formats/ocfl/read-inventory.js';
import { readGroupState } from '../../formats/ocfl/read-state.js';
import { sidecarDigest } from '../../formats/ocfl/sidecar.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';

/** What a job builds on. */
export interface Base {
  /** Null for a new group. */
  readonly inventory: Inventory | null;
  /** ETag of the root inventory, which publishing replaces; null for a new group. */
  readonly etag: string | null;
  readonly state: GroupState;
}

/** Reads the object as it stands; fails when it is not the one that the ledger knows. */
export const readBase = async ({ services, group, base, object, step }: Attempt): Promise<Base> => {
  const root = await step('read-root-inventory', () => readRootInventory(services.bytes, object));
  if (base === null) {
    if (root !== null)
      throw new JobFailure(group, `There is an OCFL object for ${group} already, of which nothing is recorded.`);
    return { inventory: null, etag: null, state: emptyGroup('') };
  }
  const version = versionName(base.version);
  const key = sidecarKey(object.root, version);
  const sidecar = await step('read-sidecar', () => readWhole(services.bytes, { bucket: object.bucket, key }));
  if (root?.inventory.head !== version || sidecarDigest(sidecar.bytes.toString('utf8')) !== base.inventory.sha256)
    throw new JobFailure(group, `The OCFL object of ${group} is not at ${version} as it was recorded.`);
  const state = await step('read-state', () => readGroupState(services.bytes, object, root.inventory, version));
  return { inventory: root.inventory, etag: root.etag, state };
};
