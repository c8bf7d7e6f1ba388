import { IMPORT_ACTIVITIES, type ImportActivityFact } from '../../events/import-activity.js';
import type { ImportJobEnd } from '../../commands/processes/announce-import.js';
import type { Recorded } from '../../events/envelope.js';
import type { ImportJobFact } from '../../events/import-job.js';
import type { EventStore } from '../../events/store.js';
import { timestampOf } from '../../events/time.js';
import { platformFact } from '../../workers/platform-fact.js';
import { PLAIN_REQUEST } from './http/import-request.js';

/** The first moment of these jobs, as milliseconds; each is received then. */
export const RECEIVED = Date.UTC(2026, 4, 4, 12);

const identity = { holder: 'test', producer: 'test', now: () => new Date(RECEIVED) };

const queuedFor = (jobId: string): ImportJobFact => ({
  type: 'ImportJobQueued',
  data: {
    jobId,
    resultId: null,
    depositId: null,
    archivalGroup: `letters/${jobId}`,
    plan: { pages: 1, entries: 1, bytes: 1, sha256: 'ff' },
    request: { ...PLAIN_REQUEST, archivalGroupName: null },
    by: 'ada',
    at: timestampOf(new Date(RECEIVED)),
  },
});

/** Puts a job into the log that waits for a worker. */
export const queueJob = async (events: EventStore, jobId: string): Promise<void> => {
  await events.append(`importJob-${jobId}`, [platformFact(queuedFor(jobId), identity)], 'none');
};

/** Puts a job into the log that ended so many milliseconds after it was received, with a version or without one. */
export const endJob = async (
  events: EventStore,
  jobId: string,
  { afterMs = 1_000, failed = false }: { readonly afterMs?: number; readonly failed?: boolean } = {},
): Promise<void> => {
  const at = timestampOf(new Date(RECEIVED + afterMs));
  const end: ImportJobFact = failed
    ? { type: 'ImportJobFailed', data: { jobId, errors: [{ path: null, message: 'no' }], at } }
    : { type: 'ImportJobCompleted', data: { jobId, version: 1, at } };
  const facts = [queuedFor(jobId), end].map((fact) => platformFact(fact, identity));
  await events.append(`importJob-${jobId}`, facts, 'none');
};

/** The ends of all jobs in the order of the log. */
export const endsOf = async (events: EventStore): Promise<Recorded<ImportJobEnd>[]> => {
  const ends: Recorded<ImportJobEnd>[] = [];
  for await (const fact of events.readAll<ImportJobFact>({ categories: ['importJob'] })) {
    if (fact.type === 'ImportJobCompleted' || fact.type === 'ImportJobFailed') ends.push(fact);
  }
  return ends;
};

/** The activity stream, oldest first. */
export const activitiesOf = async (events: EventStore): Promise<ImportActivityFact['data'][]> => {
  const activities: ImportActivityFact['data'][] = [];
  for await (const { data } of events.read<ImportActivityFact>(IMPORT_ACTIVITIES)) activities.push(data);
  return activities;
};
