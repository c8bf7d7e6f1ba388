import { existsSync } from 'node:fs';
import type { JobChoice } from '../../../../clients/archive/archive.js';
import type { EventStore } from '../../../../events/store.js';
import type { Position } from '../../../../events/envelope.js';
import { renderJob, type JobHost } from '../../../../gateways/rendering/job.js';
import type { JobDocument, JobKindName, JobStatus } from '../../../../projections/jobs/job-document.js';
import { jobs as projection } from '../../../../projections/jobs/jobs.js';
import type { JobFilter } from '../../../../projections/jobs/job-queries.js';
import { jobsView } from '../../../../projections/jobs/jobs-view.js';
import { readView, type ReadableDocuments } from '../../../../projections/read-view.js';
import { DatabaseFault } from '../../../embedded/database-fault.js';
import { openDocumentStoreToRead } from '../../../embedded/documents/read-only-document-store.js';

/** Jobs as a projector left them. */
interface StoredJobs {
  readonly documents: ReadableDocuments<JobDocument>;
  /** They include everything up to there; null for nothing. */
  readonly position: Position | null;
  close(): void;
}

const NO_JOBS: StoredJobs = {
  documents: { get: () => Promise.resolve(null), find: () => Promise.resolve([]), count: () => Promise.resolve(0) },
  position: null,
  close: () => undefined,
};

/** Null where the read models are missing, or cannot be read: they only repeat the log. */
const openDocuments = (path: string): ReturnType<typeof openDocumentStoreToRead> | null => {
  try {
    return existsSync(path) ? openDocumentStoreToRead(path) : null;
  } catch (error) {
    if (error instanceof DatabaseFault) return null;
    throw error;
  }
};

/** None where the read models are missing, not complete, or of another log. */
const storedJobs = async (path: string, head: Position | null): Promise<StoredJobs> => {
  const store = openDocuments(path);
  if (store === null) return NO_JOBS;
  const view = readView<JobDocument>(projection.shape, store);
  const isBuilt = (await view.building()) === null;
  const position = view.position();
  if (isBuilt && (position ?? '') <= (head ?? ''))
    return { documents: view.documents, position, close: () => store.close() };
  store.close();
  return NO_JOBS;
};

type ChangedJobs = ReadonlyMap<string, JobDocument | null>;

/** What the facts behind the stored jobs change in them: a platform that was killed leaves some. */
const changedSince = async (events: EventStore, { documents, position }: StoredJobs): Promise<ChangedJobs> => {
  const changed = new Map<string, JobDocument | null>();
  const { categories } = projection;
  const rest = events.readAll<never>({ categories, ...(position === null ? {} : { after: position }) });
  for await (const fact of rest)
    for (const { key, apply } of projection.touches(fact)) {
      const before = changed.has(key) ? changed.get(key) : await documents.get(key);
      changed.set(key, apply(before ?? null));
    }
  return changed;
};

const PAGE = 100;

/** The stored jobs that did not change, the newest first. */
async function* unchangedJobs(
  { documents }: StoredJobs,
  changed: ChangedJobs,
  filter: JobFilter,
): AsyncGenerator<JobDocument> {
  const view = jobsView(documents);
  for (let skip = 0; ; skip += PAGE) {
    const { jobs } = await view.page({ filter, skip, limit: PAGE });
    yield* jobs.filter(({ jobId }) => !changed.has(jobId));
    if (jobs.length < PAGE) return;
  }
}

/** Jobs of one order, and others of the same order. */
async function* merged(some: AsyncIterable<JobDocument>, others: readonly JobDocument[]): AsyncGenerator<JobDocument> {
  let at = 0;
  for await (const job of some) {
    for (let other = others[at]; other !== undefined && other.submitted > job.submitted; other = others[++at])
      yield other;
    yield job;
  }
  yield* others.slice(at);
}

const filterOf = ({ group, kinds, states }: JobChoice): JobFilter => ({
  ...(group === undefined ? {} : { archivalGroup: group }),
  ...(kinds === undefined ? {} : { kinds: kinds as readonly JobKindName[] }),
  ...(states === undefined ? {} : { statuses: states as readonly JobStatus[] }),
});

const isChosen = ({ archivalGroup, kind, status }: JobDocument, { group, kinds, states }: JobChoice): boolean =>
  (group === undefined || archivalGroup === group) &&
  (kinds?.includes(kind) ?? true) &&
  (states?.includes(status) ?? true);

const HOST: JobHost = { baseUrls: { preservation: '', storage: '' }, self: 'preservation' };

/** The jobs of a data folder, the newest first. Rejects with the faults of the stores. */
export async function* readJobDocuments(
  events: EventStore,
  documents: string,
  choice: JobChoice,
): AsyncGenerator<JobDocument> {
  const stored = await storedJobs(documents, await events.head());
  try {
    const changed = await changedSince(events, stored);
    const others = [...changed.values()].filter((job) => job !== null && isChosen(job, choice)) as JobDocument[];
    others.sort((a, b) => (a.submitted > b.submitted ? -1 : 1));
    yield* merged(unchangedJobs(stored, changed, filterOf(choice)), others);
  } finally {
    stored.close();
  }
}

/** The same as `GET /jobs` has them; no address begins with that of a service. */
export async function* readJobs(
  events: EventStore,
  documents: string,
  choice: JobChoice = {},
): AsyncGenerator<ReturnType<typeof renderJob>> {
  for await (const job of readJobDocuments(events, documents, choice)) yield renderJob(HOST, job, null);
}
