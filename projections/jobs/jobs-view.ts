import type { Query } from '../documents.js';
import type { ReadableDocuments } from '../read-view.js';
import { JOB_KINDS, type JobDocument, type JobKindName } from './job-document.js';
import { countedIn, pageQuery, type JobPageQuery } from './job-queries.js';
import * as queue from './queue-queries.js';

/** Jobs of a page, and how many satisfy the filter. */
export interface JobPage {
  readonly jobs: readonly JobDocument[];
  readonly total: number;
}

/** The jobs of a kind that have not ended. */
export interface JobCounts {
  readonly kind: JobKindName;
  readonly waiting: number;
  readonly held: number;
  readonly running: number;
  /** When the oldest one that waits was asked for; null where none waits. */
  readonly oldestWaiting: string | null;
}

/** The queries of the view. */
export interface JobsView {
  job(jobId: string): Promise<JobDocument | null>;
  /** The import with this id of the preservation service. */
  jobOfResult(resultId: string): Promise<JobDocument | null>;
  page(query: JobPageQuery): Promise<JobPage>;
  /** By kind; of all kinds, also those without a job. */
  counts(): Promise<readonly JobCounts[]>;
  /**
   * The first job of the agent that comes next by name among those with waiting jobs; null after the last. `after` is
   * null for the first agent.
   */
  nextOfAgent(of: {
    readonly kinds: readonly JobKindName[];
    readonly after: string | null;
  }): Promise<JobDocument | null>;
  /** The waiting jobs of an agent, by rank. */
  waitingOf(of: {
    readonly kinds: readonly JobKindName[];
    readonly agent: string;
    readonly limit: number;
  }): Promise<readonly JobDocument[]>;
  /** How many jobs of an agent run, of all kinds. */
  runningOf(agent: string): Promise<number>;
  /** Running jobs by id, those above `afterJobId`; also those of workers outside of the platform. */
  running(of: {
    readonly kinds: readonly JobKindName[];
    readonly limit: number;
    readonly afterJobId: string | null;
  }): Promise<readonly JobDocument[]>;
}

const inOrder = (jobs: readonly JobDocument[], field: 'agent' | 'rank'): readonly JobDocument[] =>
  jobs.toSorted((one, other) => ((one[field] ?? '') < (other[field] ?? '') ? -1 : 1));

/** The queries over the view's documents. */
export const jobsView = (documents: ReadableDocuments<JobDocument>): JobsView => {
  /** Kinds are asked for one by one, since an index has the order of each alone. */
  const ofEach = async (kinds: readonly JobKindName[], query: (kind: JobKindName) => Query): Promise<JobDocument[]> =>
    (await Promise.all(kinds.map((kind) => documents.find(query(kind))))).flat();
  const countOf = async (kind: JobKindName): Promise<JobCounts> => {
    const count = (status: 'waiting' | 'held' | 'running'): Promise<number> => {
      const { where, by } = queue.ofKindAndStatus(kind, status);
      return documents.count(where, by);
    };
    const [waiting, held, running] = await Promise.all([count('waiting'), count('held'), count('running')]);
    const [oldest] = waiting === 0 ? [] : await documents.find(queue.oldestWaiting(kind));
    return { kind, waiting, held, running, oldestWaiting: oldest?.submitted ?? null };
  };
  return {
    job: (jobId) => documents.get(jobId),
    jobOfResult: async (resultId) => (await documents.find(queue.ofResult(resultId)))[0] ?? null,
    page: async (query) => {
      const { where, by } = countedIn(query.filter);
      const total = await documents.count(where, by);
      if (query.skip >= total || query.limit <= 0) return { jobs: [], total };
      return { jobs: await documents.find(pageQuery(query)), total };
    },
    counts: () => Promise.all(JOB_KINDS.map(countOf)),
    nextOfAgent: async ({ kinds, after }) =>
      inOrder(await ofEach(kinds, (kind) => queue.nextOfAgent(kind, after)), 'agent')[0] ?? null,
    waitingOf: async ({ kinds, agent, limit }) =>
      inOrder(await ofEach(kinds, (kind) => queue.waitingOf(kind, agent, limit)), 'rank').slice(0, limit),
    runningOf: (agent) => {
      const { where, by } = queue.runningOf(agent);
      return documents.count(where, by);
    },
    running: ({ kinds, limit, afterJobId }) => documents.find(queue.running(kinds, afterJobId, limit)),
  };
};
