import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import { contentNamed } from '../../formats/ocfl/inventory/stored-inventories.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { objectMismatch } from '../reads/object-mismatch.js';
import { readLedger } from '../archival-group/ledger-stream.js';
import { objectPlaceOf } from '../reads/read-group.js';
import { PlanFault } from '../import-plan/plan-stream.js';
import type { Dependencies } from '../core/dependencies.js';
import { contentWriters, hasOwnFolder, writtenBy, type ContentWriter } from './content-writers.js';
import { provenDebris, provenUpload, type ProvenDebris, type ProvenUpload } from '../storage/proven-debris.js';

type Ledger = Awaited<ReturnType<typeof readLedger>>;
type ReadDependencies = Pick<Dependencies, 'events' | 'bytes' | 'places'>;

/** What import jobs that have ended left of one version. */
export interface FoundDebris {
  readonly keys: readonly ProvenDebris[];
  readonly uploads: readonly ProvenUpload[];
  /** Why keys that jobs may have left are not deleted; null where all of them may be. */
  readonly kept: string | null;
}

type FoundKeys = Omit<FoundDebris, 'uploads'>;

const NO_KEYS: FoundKeys = { keys: [], kept: null };
const NOTHING: FoundDebris = { ...NO_KEYS, uploads: [] };

/**
 * Finds what import jobs of a group that have ended left of a version, and proves of each key that it may be deleted:
 *
 * 1. The ledger records that a job was about to write content of this version, and that the job has ended.
 * 2. This job has written the key, or may have (`writtenBy`).
 * 3. No inventory in the object names the key: not the root's, and none in a version's folder.
 * 4. Each of those inventories is verified, and the object is at the version of the ledger; else no key is proven.
 *
 * Rejects with ByteStoreFault and EventStoreFault.
 */
export const proveDebris = async (
  dependencies: ReadDependencies,
  group: RepositoryPath,
  version: number,
): Promise<FoundDebris> => {
  const { events, bytes, places } = dependencies;
  const before = await contentWriters(events, group, version);
  if (before.every(({ state }) => state === 'live')) return NOTHING;
  const { bucket, root } = objectPlaceOf({ places }, group);
  const prefix = `${root}/${versionName(version)}/`;
  // List first, then read the ledger again: it then records every job that wrote something listed.
  // List uploads before keys: an upload that is completed meanwhile becomes a key.
  const begun = await bytes.listUploads(bucket, prefix);
  const listed = new Set<string>();
  if (before.some(({ state }) => state === 'abandoned'))
    for await (const { key } of bytes.list(bucket, prefix)) listed.add(key.slice(root.length + 1));
  const ledger = await readLedger(events, group);
  const writers = await contentWriters(events, group, version);
  if (mayWriteAnywhere(ledger, { version, writers })) return NOTHING;
  const uploads = begun.flatMap((upload) => {
    const writer = writerAt(writers, upload.key.slice(root.length + 1));
    return writer === null ? [] : provenUpload(upload, writer);
  });
  // The inventory of a version that is decided and not yet published may not be stored yet.
  if (ledger.job?.phase === 'committed') return { ...NO_KEYS, uploads };
  return { uploads, ...(await provenKeys(dependencies, { group, version, writers, listed })) };
};

/** Whether a live job writes without a folder of its own, or has not recorded where. */
const mayWriteAnywhere = (
  { job }: Ledger,
  { version, writers }: Pick<ContentListing, 'version' | 'writers'>,
): boolean => {
  if (job === null || job.phase === 'admitted' || !job.contentBegun || job.baseVersion + 1 !== version) return false;
  const own = writers.find(({ jobId }) => jobId === job.jobId);
  return own === undefined || !hasOwnFolder(own);
};

/** The ended job whose folder an upload is for; null where it may belong to a live job. */
const writerAt = (writers: readonly ContentWriter[], path: string): ContentWriter | null => {
  const [innermost] = writers
    .filter(({ folder }) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length);
  return innermost === undefined || innermost.state === 'live' ? null : innermost;
};

interface ContentListing {
  readonly group: RepositoryPath;
  readonly version: number;
  readonly writers: readonly ContentWriter[];
  /** Relative to the object root. */
  readonly listed: ReadonlySet<string>;
}

const provenKeys = async (
  dependencies: ReadDependencies,
  { group, version, writers, listed }: ContentListing,
): Promise<FoundKeys> => {
  const live = writers.filter(({ state }) => state === 'live').map(({ folder }) => `${folder}/`);
  const left = new Set([...listed].filter((path) => !live.some((folder) => path.startsWith(folder))));
  const ended = writers.filter(({ state }) => state !== 'live');
  try {
    const written = await writtenBy(dependencies.events, ended, left);
    if (written.size === 0) return NO_KEYS;
    const mismatch = await objectMismatch(dependencies, group);
    if (mismatch !== null) return { keys: [], kept: mismatch };
    const place = objectPlaceOf(dependencies, group);
    const named = await contentNamed(dependencies.bytes, place, version);
    const keys = [...written]
      .filter(([path]) => !named.has(path))
      .map(([path, { jobId, folder }]) => provenDebris(`${place.root}/${path}`, { jobId, version, folder }));
    return { keys, kept: null };
  } catch (error) {
    if (error instanceof OcflFault || error instanceof PlanFault) return { keys: [], kept: error.message };
    throw error;
  }
};
