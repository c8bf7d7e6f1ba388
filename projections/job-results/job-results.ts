import type { ImportFailure, ImportRequest } from '../../events/archival-group.js';
import type { RecordedFact } from '../../events/envelope.js';
import type { ImportJobFact } from '../../events/import-job.js';
import type { Query } from '../documents.js';
import type { Projection, Touch } from '../projection.js';
import type { ReadableDocuments } from '../read-view.js';

export type JobStatus = 'waiting' | 'running' | 'completed' | 'completedWithErrors';

/** The result of an import job, without the lists of changes (those are in the plan). */
export interface JobDocument {
  readonly jobId: string;
  readonly resultId: string | null;
  readonly depositId: string | null;
  /** Repository path. */
  readonly archivalGroup: string;
  readonly status: JobStatus;
  readonly submitted: string;
  readonly submittedBy: string;
  readonly lastModified: string;
  readonly dateBegun: string | null;
  readonly dateFinished: string | null;
  /** 0 when the group was new; null until the job runs. */
  readonly baseVersion: number | null;
  readonly newVersion: number | null;
  readonly errors: readonly ImportFailure[] | null;
  readonly request: ImportRequest;
}

const ofDeposit = (depositId: string): Query => ({
  where: { field: 'depositId', is: depositId },
  sort: [{ field: 'submitted' }],
});

const unfinished: Query = {
  where: { field: 'status', oneOf: ['waiting', 'running'] },
  sort: [{ field: 'submitted' }],
  limit: 100,
};

/** Import jobs by id: for lists of results, and for workers looking for jobs. */
export const jobResults: Projection<ImportJobFact, JobDocument> = {
  shape: {
    name: 'job-results',
    indexes: [
      ['depositId', 'submitted'],
      ['status', 'submitted'],
    ],
    queries: { ofDeposit: ofDeposit('d'), unfinished },
  },
  version: 1,
  categories: ['importJob'],
  touches: (fact: RecordedFact<ImportJobFact>): readonly Touch<JobDocument>[] => [
    { key: fact.data.jobId, apply: (doc) => evolve(doc, fact) },
  ],
};

const evolve = (doc: JobDocument | null, fact: ImportJobFact): JobDocument | null => {
  if (fact.type === 'ImportJobQueued') {
    const { jobId, resultId, depositId, archivalGroup, request, by, at } = fact.data;
    return {
      jobId,
      resultId,
      depositId,
      archivalGroup,
      status: 'waiting',
      submitted: at,
      submittedBy: by,
      lastModified: at,
      dateBegun: null,
      dateFinished: null,
      baseVersion: null,
      newVersion: null,
      errors: null,
      request,
    };
  }
  if (doc === null) return null;
  const { at } = fact.data;
  switch (fact.type) {
    case 'ImportJobStarted':
      return {
        ...doc,
        status: 'running',
        dateBegun: doc.dateBegun ?? at,
        baseVersion: fact.data.baseVersion,
        lastModified: at,
      };
    case 'ImportJobProgressed':
      return { ...doc, lastModified: at };
    case 'ImportJobCompleted':
      return { ...doc, status: 'completed', dateFinished: at, newVersion: fact.data.version, lastModified: at };
    case 'ImportJobFailed':
      return { ...doc, status: 'completedWithErrors', dateFinished: at, errors: fact.data.errors, lastModified: at };
  }
};

/** The number of jobs by status. */
export type JobCounts = Readonly<Record<JobStatus, number>>;

/** The queries of the view. */
export interface JobResultsView {
  job(jobId: string): Promise<JobDocument | null>;
  /** Oldest first. */
  jobsOfDeposit(depositId: string): Promise<JobDocument[]>;
  /** Waiting or running jobs, oldest first: a worker may try to claim them. */
  claimable(): Promise<JobDocument[]>;
  counts(): Promise<JobCounts>;
}

/** The queries over the view's documents. */
export const jobResultsView = (documents: ReadableDocuments<JobDocument>): JobResultsView => ({
  job: (jobId) => documents.get(jobId),
  jobsOfDeposit: (depositId) => documents.find(ofDeposit(depositId)),
  claimable: () => documents.find(unfinished),
  counts: async () => {
    const count = (is: JobStatus): Promise<number> => documents.count({ field: 'status', is });
    const [waiting, running, completed, completedWithErrors] = await Promise.all([
      count('waiting'),
      count('running'),
      count('completed'),
      count('completedWithErrors'),
    ]);
    return { waiting, running, completed, completedWithErrors };
  },
});
