import { ifThere, type ByteStore } from '../bytes.js';
import { surveyInventory } from '../ocfl/inventory/survey-inventory.js';
import { inventoryKey, type ObjectPlace } from '../ocfl/object-place.js';
import { runInSlices } from '../../flow/slices.js';
import type { GroupState } from './group-state.js';
import type { PlanEntry } from './plan.js';
import { readStatePart, wantedBy } from './state-lines.js';
import { STATE_PATH } from './state-path.js';

/**
 * The resources of a group that a plan names, at the version that the plan made. The inventory, which must have the given
 * digest, and the state file are streamed and not kept in memory. Null where they are not in the form that this platform
 * writes, or not as they were written: then the whole group must be read. Rejects with ByteStoreFault, and with
 * OcflFault (`state-file-invalid`).
 */
export const readHeadPart = async (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  { version, sha256 }: { readonly version: string; readonly sha256: string },
  entries: readonly Pick<PlanEntry, 'op' | 'path'>[],
): Promise<GroupState | null> => {
  const at = { bucket, key: inventoryKey(root, version) };
  const surveyed = await ifThere(async () => surveyInventory((await store.get(at)).stream, STATE_PATH));
  if (surveyed?.sha256 !== sha256 || surveyed.outline === null) return null;
  const { ownFile } = surveyed.outline;
  const key = `${root}/${ownFile.contentPath}`;
  const wanted = await runInSlices(wantedBy(entries));
  const part = await ifThere(async () => readStatePart((await store.get({ bucket, key })).stream, wanted));
  return part?.sha256 === ownFile.sha256 ? part.state : null;
};
