import { ifThere, type ByteStore } from '../bytes.js';
import type { ObjectPlace } from '../ocfl/object-place.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import type { GroupState } from './group-state.js';
import type { PlanEntry } from './plan.js';
import { ownPath, readRecordedInventory, type RecordedInventory } from './read-recorded.js';
import { readStatePart, wantedBy } from './state-lines.js';

/**
 * The resources of a group that a plan names, at the version that the plan made; the state file is streamed and not kept
 * in memory. Null where inventory or state file are not in the form that this platform writes, or not as they were
 * written: then the whole group must be read. Rejects with ByteStoreFault, and with OcflFault (`state-file-invalid`).
 */
export const readHeadPart = async (
  store: ByteStore,
  place: ObjectPlace,
  recorded: RecordedInventory,
  entries: readonly Pick<PlanEntry, 'op' | 'path'>[],
): Promise<GroupState | null> => {
  const own = await readRecordedInventory(store, place, recorded);
  const path = own === null ? null : ownPath(own);
  if (own === null || path === null) return null;
  const at = { bucket: place.bucket, key: `${place.root}/${path}` };
  const wanted = await runInSlices(wantedBy(entries));
  const part = await ifThere(async () => readStatePart((await store.get(at)).stream, wanted));
  return part?.sha256 === own.ownFile.sha256 ? part.state : null;
};
