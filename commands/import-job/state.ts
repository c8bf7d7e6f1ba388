import type { ImportFailure, ImportIdentity, ImportRequest, PlanSummary } from '../../events/archival-group.js';
import type { ImportJobFact } from '../../events/import-job.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';

interface QueuedJob extends ImportIdentity {
  readonly archivalGroup: RepositoryPath;
  readonly plan: PlanSummary;
  readonly request: ImportRequest;
  /** Name of the agent that asked for the job. */
  readonly by: string;
  readonly submitted: string;
  /** When the last fact of the job was recorded. */
  readonly lastModified: string;
}

interface BegunJob extends QueuedJob {
  readonly dateBegun: string;
  /** The version the job changes; null for a new group. */
  readonly sourceVersion: number | null;
  /** Content verified so far. */
  readonly progress: Readonly<{ files: number; bytes: number }>;
}

/** An import job as its result shows it (preservation 2.12, 3.2). A job may fail before it has begun. */
export type ImportJob =
  | (QueuedJob & { readonly status: 'waiting' })
  | (BegunJob & { readonly status: 'running' })
  | (BegunJob & { readonly status: 'completed'; readonly dateFinished: string; readonly newVersion: number })
  | (Omit<BegunJob, 'dateBegun'> & {
      readonly status: 'completedWithErrors';
      readonly dateBegun: string | null;
      readonly dateFinished: string;
      readonly errors: readonly ImportFailure[];
    });

export type ImportJobState = { readonly status: 'absent' } | ImportJob;

const UNBEGUN = { sourceVersion: null, progress: { files: 0, bytes: 0 } } as const;

/** The job after a fact. */
export const evolveImportJob = (state: ImportJobState, fact: ImportJobFact): ImportJobState => {
  if (fact.type === 'ImportJobQueued') {
    const { at, ...job } = fact.data;
    return { ...job, status: 'waiting', submitted: at, lastModified: at };
  }
  if (state.status !== 'waiting' && state.status !== 'running') return state;
  const begun = state.status === 'running' ? state : { ...state, ...UNBEGUN, dateBegun: null };
  const { at } = fact.data;
  switch (fact.type) {
    case 'ImportJobStarted': {
      const { baseVersion } = fact.data;
      const sourceVersion = baseVersion === 0 ? null : baseVersion;
      return { ...begun, status: 'running', dateBegun: at, sourceVersion, lastModified: at };
    }
    case 'ImportJobProgressed': {
      const { files, bytes } = fact.data;
      return { ...state, ...(state.status === 'running' && { progress: { files, bytes } }), lastModified: at };
    }
    case 'ImportJobCompleted': {
      const { version } = fact.data;
      const dateBegun = begun.dateBegun ?? at;
      return { ...begun, status: 'completed', dateBegun, dateFinished: at, newVersion: version, lastModified: at };
    }
    case 'ImportJobFailed': {
      const { errors } = fact.data;
      return { ...begun, status: 'completedWithErrors', dateFinished: at, errors, lastModified: at };
    }
  }
};
