import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { EventStore } from '../../events/store.js';
import { openLedger } from '../../commands/open-ledger.js';
import { readImportJob } from '../../commands/read-import-job.js';
import type { Services } from '../../commands/services.js';
import { ledgerStream } from '../../commands/stream-names.js';
import { readVersionInventory } from '../../formats/ocfl/read-inventory.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { objectPlace, originsKey, stagingPrefix } from './attempt.js';

/** Where an attempt writes; objects that this platform has made say nothing of it, which means this. */
const CONTENT = 'content';

/**
 * Removes what abandoned jobs left under a version: every key, and every upload of one in parts, that no committed
 * inventory names and that no live job may be writing. May be done by anyone, at any time and again. Answers how many
 * keys were removed.
 */
export const sweepVersion = async (services: Services, group: RepositoryPath, version: number): Promise<number> => {
  const abandoned = await abandonedJobs(services.events, group);
  if (![...abandoned.values()].includes(version)) return 0;
  const { bytes, places } = services;
  const { bucket, root } = objectPlace(places, group);
  const content = `${root}/${versionName(version)}/${CONTENT}/`;
  // All is listed before the ledger is asked: what a job that begins later writes is not in it. Uploads come first, for
  // one that is completed meanwhile is a key. Whatever lies beside the content is not an attempt's: the version's
  // inventory, or what somebody else has put there.
  const uploads = await bytes.listUploads(bucket, content);
  const keys = await keysBelow(services, bucket, content);
  const isKept = await keeps(services, group, version);
  if (isKept === null) return 0;
  const isDebris = (key: string): boolean => !isKept(key.slice(root.length + 1));
  const [begun, debris] = [uploads.filter(({ key }) => isDebris(key)), keys.filter(isDebris)];
  if (begun.length > 0) await bytes.abortUploads(begun);
  if (debris.length > 0) await bytes.delete(bucket, debris);
  return debris.length;
};

/** Removes all that an abandoned job has left: outside the storage root, and under the version that it was for. */
export const sweepAbandoned = async (
  services: Services,
  { jobId, path }: { readonly jobId: string; readonly path: RepositoryPath },
): Promise<number> => {
  await sweepAbandonedStaging(services, jobId);
  const version = (await abandonedJobs(services.events, path)).get(jobId);
  return version === undefined ? 0 : sweepVersion(services, path, version);
};

/**
 * Ends the uploads to a published version that a worker which died had begun, of files that are copied in parts. Nobody
 * has one there any more whose end would be of use.
 */
export const endUploads = async (services: Services, group: RepositoryPath, version: number): Promise<void> => {
  const { bytes, places } = services;
  const { bucket, root } = objectPlace(places, group);
  await bytes.abortUploads(await bytes.listUploads(bucket, `${root}/${versionName(version)}/${CONTENT}/`));
};

/** Removes what a published job kept outside the storage root, but for what it found at its origins. */
export const sweepPublishedStaging = (services: Services, jobId: string): Promise<void> =>
  removeStaged(services, jobId, (key) => key !== originsKey(services.places, jobId));

/** Removes all that an abandoned job kept outside the storage root: no late attempt of it can harm what is published. */
export const sweepAbandonedStaging = (services: Services, jobId: string): Promise<void> =>
  removeStaged(services, jobId, () => true);

const removeStaged = async (
  { bytes, places }: Services,
  jobId: string,
  goes: (key: string) => boolean,
): Promise<void> => {
  const { bucket } = places.staging;
  const keys = (await keysBelow({ bytes }, bucket, stagingPrefix(places, jobId))).filter(goes);
  if (keys.length > 0) await bytes.delete(bucket, keys);
};

/**
 * Removes what ended jobs left outside the storage root, once no attempt of theirs can still be waking up. What is no
 * job's stays: it is somebody else's.
 */
export const sweepOldStaging = async ({ bytes, events, places }: Services, before: Date): Promise<number> => {
  const { bucket, prefix } = places.staging;
  const root = `${prefix}imports/`;
  const old: string[] = [];
  for await (const { key, lastModified } of bytes.list(bucket, root)) {
    const [jobId = '', ...rest] = key.slice(root.length).split('/');
    if (lastModified >= before || jobId === '' || rest.length === 0) continue;
    const job = await readImportJob(events, jobId);
    if (job?.status === 'completed' || job?.status === 'completedWithErrors') old.push(key);
  }
  if (old.length > 0) await bytes.delete(bucket, old);
  return old.length;
};

const keysBelow = async ({ bytes }: Pick<Services, 'bytes'>, bucket: string, prefix: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of bytes.list(bucket, prefix)) keys.push(key);
  return keys;
};

/** Which paths below the object root must stay; null when that cannot be told until a decided version is published. */
const keeps = async (
  services: Services,
  group: RepositoryPath,
  version: number,
): Promise<((path: string) => boolean) | null> => {
  const { job, versions } = await openLedger(services.events, group);
  const name = versionName(version);
  if (versions.length >= version) {
    const place = objectPlace(services.places, group);
    const inventory = await readVersionInventory(services.bytes, place, name);
    const content = new Set([...inventory.manifest.values()].flat());
    return (path) => content.has(path);
  }
  if (job?.phase === 'committed') return null;
  // A live job comes after an abandoned one, so all that it writes is in a folder of its own.
  return (path) => {
    const [inVersion, , folder] = path.split('/');
    return job !== null && inVersion === name && folder === job.jobId;
  };
};

/** The jobs of a group that were abandoned after they had begun, with the versions that they were for. */
const abandonedJobs = async (events: EventStore, group: RepositoryPath): Promise<Map<string, number>> => {
  const begun = new Map<string, number>();
  const abandoned = new Map<string, number>();
  for await (const { type, data } of events.read<ArchivalGroupFact>(ledgerStream(group))) {
    if (type === 'ImportStarted') begun.set(data.jobId, data.baseVersion + 1);
    const version = type === 'ImportAbandoned' ? begun.get(data.jobId) : undefined;
    if (type === 'ImportAbandoned' && version !== undefined) abandoned.set(data.jobId, version);
  }
  return abandoned;
};
