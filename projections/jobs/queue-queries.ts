import type { CollectionShape, Condition, Query } from '../documents.js';
import type { JobKindName, JobStatus } from './job-document.js';

/** The order in which jobs of a kind are begun: agent by agent, and those of each by rank. */
const QUEUE = ['kind', 'status', 'agent', 'rank'];
const RUNNING = ['status', 'jobId'];
/** The smallest index of all jobs by kind and status. */
export const COUNTED = ['kind', 'status', 'submitted'];

export const QUEUE_INDEXES: CollectionShape['indexes'] = [QUEUE, RUNNING, COUNTED, ['resultId']];

const ofKinds = (status: JobStatus, kinds: readonly JobKindName[], ...more: readonly Condition[]): Condition => ({
  all: [{ field: 'status', is: status }, ...more, { field: 'kind', oneOf: kinds }],
});

const ofKind = (kind: JobKindName, status: JobStatus, ...more: readonly Condition[]): Condition => ({
  all: [{ field: 'kind', is: kind }, { field: 'status', is: status }, ...more],
});

/** The first job of the next agent by name; `after` is null for the first agent. */
export const nextOfAgent = (kind: JobKindName, after: string | null): Query => ({
  where: ofKind(kind, 'waiting', { field: 'agent', above: after ?? '' }),
  sort: [{ field: 'agent' }, { field: 'rank' }],
  limit: 1,
  by: QUEUE,
});

/** The first jobs of an agent that wait. */
export const waitingOf = (kind: JobKindName, agent: string, limit: number): Query => ({
  where: ofKind(kind, 'waiting', { field: 'agent', is: agent }),
  sort: [{ field: 'rank' }],
  limit,
  by: QUEUE,
});

/** How many jobs of an agent run. */
export const runningOf = (agent: string): Required<Pick<Query, 'where' | 'by'>> => ({
  where: {
    all: [
      { field: 'status', is: 'running' },
      { field: 'agent', is: agent },
    ],
  },
  by: RUNNING,
});

/** Jobs that run, by id; `after` is the id before the first of them, null for the first page. */
export const running = (kinds: readonly JobKindName[], after: string | null, limit: number): Query => ({
  where: ofKinds('running', kinds, { field: 'jobId', above: after ?? '' }),
  sort: [{ field: 'jobId' }],
  limit,
  by: RUNNING,
});

export const ofKindAndStatus = (kind: JobKindName, status: JobStatus): Required<Pick<Query, 'where' | 'by'>> => ({
  where: ofKind(kind, status),
  by: COUNTED,
});

/** The job of a kind that waits longest. */
export const oldestWaiting = (kind: JobKindName): Query => ({
  ...ofKindAndStatus(kind, 'waiting'),
  sort: [{ field: 'submitted' }],
  limit: 1,
});

export const ofResult = (resultId: string): Query => ({ where: { field: 'resultId', is: resultId }, limit: 1 });

export const QUEUE_QUERIES: CollectionShape['queries'] = {
  firstAgent: nextOfAgent('import', null),
  nextAgent: nextOfAgent('import', 'ann'),
  waitingOf: waitingOf('import', 'ann', 10),
  running: running(['import'], null, 100),
  nextRunning: running(['import'], 'j', 100),
  runningOf: { ...runningOf('ann'), sort: [{ field: 'jobId' }] },
  oldestWaiting: oldestWaiting('import'),
  ofResult: ofResult('r'),
};
