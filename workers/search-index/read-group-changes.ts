import { objectMismatch } from '../../commands/reads/object-mismatch.js';
import { cause } from '../../events/cause.js';
import { isTransient } from '../../events/transient.js';
import { retry } from '../../flow/retry.js';
import { storageRootFiles } from '../../formats/ocfl/storage-root/storage-root.js';
import type { Log } from '../log.js';
import {
  plannedDifference,
  wholeDifference,
  type FileChanges,
  type FileReadDependencies,
  type GroupHead,
} from './group-difference.js';
import { indexedVersion, unreadEntry, unreadKey, versionEntry } from './group-entries.js';
import type { ReadableIndex } from './index-feed.js';

export interface GroupReadDependencies extends FileReadDependencies {
  readonly log: Log;
}

const NOTHING: FileChanges = { put: [], remove: [] };
const RETRIES = { firstMs: 200, capMs: 5_000 };
/** How long a group is tried before others go on without it. */
const PATIENCE_MS = 15_000;

/** The object of a group is not the one that its ledger describes. */
class ObjectMismatch extends Error {
  override name = 'ObjectMismatch';
}

/** Whether the object store answers for its root, so that a failure concerns one group. */
const storeAnswers = async ({ bytes, places }: FileReadDependencies): Promise<boolean> => {
  const { bucket, prefix } = places.repository;
  const [declaration] = storageRootFiles(prefix);
  try {
    return declaration === undefined || (await bytes.head({ bucket, key: declaration.key })) !== null;
  } catch {
    return false;
  }
};

const difference = async (
  reading: GroupReadDependencies,
  index: ReadableIndex,
  at: GroupHead,
): Promise<FileChanges> => {
  const { group, head } = at;
  const known = await indexedVersion(index, group);
  if (known === head.version) return { put: [], remove: [unreadKey(group)] };
  const mismatch = await objectMismatch(reading, group);
  if (mismatch !== null) throw new ObjectMismatch(mismatch);
  const planned =
    known === head.version - 1 && head.jobId !== null ? await plannedDifference(reading, at, head.jobId) : null;
  const { put, remove } = planned ?? (await wholeDifference(reading, index, at));
  return { put: [...put, versionEntry(group, head)], remove: [...remove, unreadKey(group)] };
};

/**
 * What changes in the index by the newest version of a group. A group that cannot be read is logged and remembered, so
 * that others go on; its entries stay as they are. Rejects with transient faults while the store itself does not answer,
 * and with the reason of the signal.
 */
export const readGroupChanges = async (
  reading: GroupReadDependencies,
  index: ReadableIndex,
  at: GroupHead,
  signal: AbortSignal,
): Promise<FileChanges> => {
  const { group } = at;
  try {
    return await retry(() => difference(reading, index, at), {
      backOff: RETRIES,
      patienceMs: PATIENCE_MS,
      signal,
      mayPass: isTransient,
    });
  } catch (error) {
    if (signal.aborted || (isTransient(error) && !(await storeAnswers(reading)))) throw error;
    const { version } = at.head;
    reading.log.error('The newest version of an archival group is missing from the search index', {
      group,
      version,
      ...cause(error),
    });
    return { put: [unreadEntry(group, at.head)], remove: [] };
  }
};

/** The same for a group that could not be read before; nothing changes while it still cannot. */
export const readGroupAgain = async (
  reading: GroupReadDependencies,
  index: ReadableIndex,
  at: GroupHead,
): Promise<FileChanges> => {
  try {
    const changes = await difference(reading, index, at);
    const { group, head } = at;
    reading.log.info('The newest version of an archival group is in the search index again', {
      group,
      version: head.version,
    });
    return changes;
  } catch {
    return NOTHING;
  }
};
