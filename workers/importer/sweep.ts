import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import { proveDebris } from '../../commands/debris/prove-debris.js';
import { readImportJob } from '../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { inventoryKey } from '../../formats/ocfl/object-place.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { originsKey, stagingPrefix } from './attempt.js';

/** The result of a sweep. */
export interface Swept {
  /** How many keys were removed. */
  readonly removed: number;
  /** Why keys that ended jobs may have left are kept; null where none is. */
  readonly kept: string | null;
}

/**
 * Removes the keys and multipart uploads of a version that jobs which have ended are proven to have left. Any process
 * may do this, at any time and repeatedly.
 */
export const sweepVersion = async (
  dependencies: Dependencies,
  group: RepositoryPath,
  version: number,
): Promise<Swept> => {
  const { repository } = dependencies.removal;
  const { keys, uploads, kept } = await proveDebris(dependencies, group, version);
  await repository.endUploads(uploads);
  await repository.delete(keys);
  return { removed: keys.length, kept };
};

/** A version that is published in its ledger. */
export interface PublishedImport {
  readonly jobId: string;
  readonly path: RepositoryPath;
  readonly version: number;
}

/**
 * Removes what a published job stored outside the storage root, except what it found at its origins. Removes nothing
 * while the object lacks the version's inventory, of which the staged one may be the only copy.
 */
export const sweepPublishedStaging = async (dependencies: Dependencies, published: PublishedImport): Promise<void> => {
  const { jobId, path, version } = published;
  if (!(await hasInventory(dependencies, path, version))) return;
  await removeStaged(dependencies, jobId, (key) => key !== originsKey(dependencies.places, jobId));
};

/** Whether the inventory that was decided for a version is in the version's folder. */
const hasInventory = async (
  { bytes, events, places }: Dependencies,
  group: RepositoryPath,
  version: number,
): Promise<boolean> => {
  const decided = (await readLedger(events, group)).versions.at(version - 1)?.inventory;
  const { bucket, root } = objectPlaceOf({ places }, group);
  const found = await bytes.head({ bucket, key: inventoryKey(root, versionName(version)) });
  if (found === null || decided === undefined) return false;
  return found.size === decided.size && (found.sha256 ?? decided.sha256) === decided.sha256;
};

/** Removes all that an abandoned job stored outside the storage root, which a late attempt of it no longer needs. */
export const sweepAbandonedStaging = (dependencies: Dependencies, jobId: string): Promise<void> =>
  removeStaged(dependencies, jobId, () => true);

const removeStaged = async (
  { bytes, places, removal }: Dependencies,
  jobId: string,
  isRemovable: (key: string) => boolean,
): Promise<void> => {
  const keys: string[] = [];
  for await (const { key } of bytes.list(places.staging.bucket, stagingPrefix(places, jobId)))
    if (isRemovable(key)) keys.push(key);
  if (keys.length > 0) await removal.staging.delete(keys);
};

/**
 * Removes what ended jobs left outside the storage root, modified before a time after which no attempt can still be
 * running. Keys that belong to no job are kept. Answers how many were removed.
 */
export const sweepOldStaging = async (dependencies: Dependencies, before: Date): Promise<number> => {
  const { bytes, events, places, removal } = dependencies;
  const { bucket, prefix } = places.staging;
  const root = `${prefix}imports/`;
  const old: string[] = [];
  for await (const { key, lastModified } of bytes.list(bucket, root)) {
    const [jobId = '', ...rest] = key.slice(root.length).split('/');
    if (lastModified >= before || jobId === '' || rest.length === 0) continue;
    const job = await readImportJob(events, jobId);
    const isOver =
      job?.status === 'completedWithErrors' ||
      (job?.status === 'completed' && (await hasInventory(dependencies, job.archivalGroup, job.newVersion)));
    if (isOver) old.push(key);
  }
  if (old.length > 0) await removal.staging.delete(old);
  return old.length;
};
