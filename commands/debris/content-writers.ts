import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { EventStore } from '../../events/store.js';
import { typeGuard } from '../../events/type-guard.js';
import { PLATFORM_FOLDER } from '../../formats/ocfl/platform-folder.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { readPlan } from '../import-plan/plan-stream.js';
import { ledgerStream } from '../archival-group/ledger-stream.js';
import type { Evidence } from '../storage/proven-debris.js';

/** An import job that recorded where it would write content of a version. */
export interface ContentWriter extends Evidence {
  readonly state: 'live' | 'abandoned' | 'published';
}

type WriterFact = Extract<
  ArchivalGroupFact,
  { type: 'ImportContentBegun' | 'ImportAbandoned' | 'VersionPublished' | 'VersionAdopted' }
>;

const isWriterFact = typeGuard<WriterFact>({
  ImportContentBegun: true,
  ImportAbandoned: true,
  VersionPublished: true,
  VersionAdopted: true,
});

/** Whether it made the version before, after which alone content of this one is begun. */
const isBefore = (fact: WriterFact, version: number): boolean =>
  (fact.type === 'VersionPublished' || fact.type === 'VersionAdopted') && fact.data.version < version;

/** The facts about jobs that may have written a version, oldest first: the ledger is read back to the version before. */
const factsAbout = async (
  events: EventStore,
  group: RepositoryPath,
  version: number,
): Promise<readonly WriterFact[]> => {
  const facts: WriterFact[] = [];
  for await (const fact of events.read<ArchivalGroupFact>(ledgerStream(group), { direction: 'backwards' })) {
    if (!isWriterFact(fact)) continue;
    if (isBefore(fact, version)) break;
    facts.push(fact);
  }
  return facts.reverse();
};

/** The jobs of a group that recorded such a place for one version, in the order of the log. */
export const contentWriters = async (
  events: EventStore,
  group: RepositoryPath,
  version: number,
): Promise<ContentWriter[]> => {
  const writers = new Map<string, ContentWriter>();
  for (const { type, data } of await factsAbout(events, group, version)) {
    if (type === 'ImportContentBegun' && data.version === version)
      writers.set(data.jobId, { jobId: data.jobId, version, folder: data.folder, state: 'live' });
    if (type !== 'ImportAbandoned' && type !== 'VersionPublished') continue;
    const writer = writers.get(data.jobId);
    const state = type === 'ImportAbandoned' ? 'abandoned' : 'published';
    if (writer !== undefined) writers.set(data.jobId, { ...writer, state });
  }
  return [...writers.values()];
};

/**
 * The version for which a job recorded such a place; null when it did not, and so has written nothing. The ledger is read
 * back to the admission of the job.
 */
export const contentBegunBy = async (
  events: EventStore,
  group: RepositoryPath,
  jobId: string,
): Promise<number | null> => {
  for await (const { type, data } of events.read<ArchivalGroupFact>(ledgerStream(group), { direction: 'backwards' })) {
    if (type === 'ImportContentBegun' && data.jobId === jobId) return data.version;
    if (type === 'ImportAdmitted' && data.jobId === jobId) return null;
  }
  return null;
};

/** Whether a job writes below a folder of its own; the first for a version does not. */
export const hasOwnFolder = ({ folder, jobId }: Evidence): boolean => folder.endsWith(`/${jobId}`);

/**
 * Which of some content paths the jobs have written or may have written, by path. A job has written what is in the
 * folder named after it; the first job for a version has no such folder, and has written what its plan names, or the
 * platform's own files beside it. Other paths belong to no job. Rejects with EventStoreFault, and PlanFault.
 */
export const writtenBy = async <Writer extends Evidence>(
  events: EventStore,
  writers: readonly Writer[],
  contentPaths: ReadonlySet<string>,
): Promise<Map<string, Writer>> => {
  const written = new Map<string, Writer>();
  for (const writer of writers) {
    const { folder, jobId } = writer;
    const own = hasOwnFolder(writer) ? [`${folder}/`] : [`${folder}/${jobId}/`, `${folder}/${PLATFORM_FOLDER}/`];
    for (const path of contentPaths) if (own.some((prefix) => path.startsWith(prefix))) written.set(path, writer);
  }
  for (const writer of writers) {
    if (hasOwnFolder(writer) || written.size === contentPaths.size) continue;
    for await (const { path } of readPlan(events, writer.jobId)) {
      const content = `${writer.folder}/${path}`;
      if (contentPaths.has(content) && !written.has(content)) written.set(content, writer);
    }
  }
  return written;
};
