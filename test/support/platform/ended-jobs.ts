import { IMPORT_ACTIVITIES, type ImportActivityFact } from '../../../events/import-activity.js';
import type { ImportJobEnd } from '../../../commands/processes/activities/announce-import.js';
import type { GroupChange } from '../../../commands/processes/activities/announce-group.js';
import type { Intent } from '../../../commands/core/intent.js';
import { ledgerStream } from '../../../commands/archival-group/ledger-stream.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { GROUP_ACTIVITIES, type GroupActivityFact } from '../../../events/group-activity.js';
import { uuidV5 } from '../../../events/ids.js';
import type { ImportJobFact } from '../../../events/import-job.js';
import type { EventStore } from '../../../events/store.js';
import { timestampOf } from '../../../events/time.js';
import { platformFact } from '../facts/platform-fact.js';
import { PLAIN_REQUEST } from '../http/import-request.js';

/** The first moment of these jobs, as milliseconds; each is received then. */
export const RECEIVED = Date.UTC(2026, 4, 4, 12);

const identity = { holder: 'test', producer: 'test', hasEnded: () => false, now: () => new Date(RECEIVED) };

const queuedFor = (jobId: string, suppressed = false): ImportJobFact => ({
  type: 'ImportJobQueued',
  data: {
    jobId,
    resultId: null,
    depositId: null,
    archivalGroup: `letters/${jobId}`,
    plan: { pages: 1, entries: 1, bytes: 1, sha256: 'ff' },
    request: { ...PLAIN_REQUEST, archivalGroupName: null, suppressActivityStreamEvent: suppressed },
    by: 'ada',
    at: timestampOf(new Date(RECEIVED)),
  },
});

/** Puts a job into the log that waits for a worker. */
export const queueJob = async (events: EventStore, jobId: string): Promise<void> => {
  await events.append(`importJob-${jobId}`, [platformFact(queuedFor(jobId), identity)], 'none');
};

interface JobEnd {
  readonly afterMs?: number;
  readonly failed?: boolean;
  readonly version?: number;
  readonly suppressed?: boolean;
}

/** Puts a job into the log that ended so many milliseconds after it was received, with a version or without one. */
export const endJob = async (
  events: EventStore,
  jobId: string,
  { afterMs = 1_000, failed = false, version = 1, suppressed = false }: JobEnd = {},
): Promise<void> => {
  const at = timestampOf(new Date(RECEIVED + afterMs));
  const end: ImportJobFact = failed
    ? { type: 'ImportJobFailed', data: { jobId, errors: [{ path: null, message: 'no' }], at } }
    : { type: 'ImportJobCompleted', data: { jobId, version, at } };
  const facts = [queuedFor(jobId, suppressed), end].map((fact) => platformFact(fact, identity));
  await events.append(`importJob-${jobId}`, facts, 'none');
};

/** The ends of all jobs in the order of the log. */
export const endsOf = async (events: EventStore): Promise<RecordedFact<ImportJobEnd>[]> => {
  const ends: RecordedFact<ImportJobEnd>[] = [];
  for await (const fact of events.readAll<ImportJobFact>({ categories: ['importJob'] })) {
    if (fact.type === 'ImportJobCompleted' || fact.type === 'ImportJobFailed') ends.push(fact);
  }
  return ends;
};

/** The activity stream of import jobs, oldest first. */
export const activitiesOf = async (events: EventStore): Promise<ImportActivityFact['data'][]> => {
  const activities: ImportActivityFact['data'][] = [];
  for await (const { data } of events.read<ImportActivityFact>(IMPORT_ACTIVITIES)) activities.push(data);
  return activities;
};

/** Puts a version into the ledger of `letters/<slug>` that was found on the store. */
export const adoptVersion = async (events: EventStore, slug: string, version: number): Promise<void> => {
  const adopted: ArchivalGroupFact = {
    type: 'VersionAdopted',
    data: {
      path: `letters/${slug}`,
      version,
      created: '2020-05-04T12:00:00.0000000Z',
      name: slug,
      inventory: { sha256: 'ff', size: 1 },
      totals: { files: 1, bytes: 1, addedFiles: 1, addedBytes: 1 },
      by: null,
      message: null,
      at: timestampOf(new Date(RECEIVED)),
    },
  };
  const expected = version === 1 ? 'none' : BigInt(version - 2);
  await events.append(ledgerStream(`letters/${slug}`), [platformFact(adopted, identity)], expected);
};

/** The intent of a request of ada's with this key. */
export const requestBy = (key: string): Intent => ({
  commandId: uuidV5(`request ${key}`),
  correlationId: 'test',
  actor: { agent: 'ada', source: 'user', appId: null },
  at: timestampOf(new Date(RECEIVED)),
});

export const factsIn = async (events: EventStore): Promise<RecordedFact[]> => {
  const facts: RecordedFact[] = [];
  for await (const fact of events.readAll()) facts.push(fact);
  return facts;
};

const CHANGES = ['ImportJobCompleted', 'VersionAdopted', 'ArchivalGroupUpdateRequested'];

/** What is to be announced of archival groups, in the order of the log. */
export const changesIn = async (events: EventStore): Promise<RecordedFact<GroupChange>[]> =>
  (await factsIn(events)).filter(({ type }) => CHANGES.includes(type)) as RecordedFact<GroupChange>[];

/** The activity stream of archival groups, oldest first. */
export const groupActivitiesOf = async (events: EventStore): Promise<GroupActivityFact[]> => {
  const activities: GroupActivityFact[] = [];
  for await (const fact of events.read<GroupActivityFact>(GROUP_ACTIVITIES)) activities.push(fact);
  return activities;
};
