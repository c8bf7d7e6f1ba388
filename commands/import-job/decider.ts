import type { ImportFailure, ImportIdentity, ImportRequest, PlanSummary } from '../../events/archival-group.js';
import type { ImportJobFact } from '../../events/import-job.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type AnyCommand, type Decider, type Decision, omit } from '../core/decider.js';
import { evolveImportJob, type ImportJob, type ImportJobState } from './state.js';

interface OfJob<Type extends string> extends AnyCommand<Type> {
  readonly jobId: string;
}

export interface QueueImportJob extends OfJob<'QueueImportJob'>, ImportIdentity {
  readonly archivalGroup: RepositoryPath;
  readonly plan: PlanSummary;
  readonly request: ImportRequest;
}

export type ImportJobCommand =
  | QueueImportJob
  | (OfJob<'RecordStart'> & { readonly baseVersion: number; readonly worker: string })
  | (OfJob<'CompleteImportJob'> & { readonly version: number })
  | (OfJob<'FailImportJob'> & { readonly errors: readonly ImportFailure[] });

type ImportJobDecision = Decision<ImportJobFact>;

const queue = (job: QueueImportJob): ImportJobDecision => [{ type: 'ImportJobQueued', data: omit(job, 'type') }];

const decideOn = (command: Exclude<ImportJobCommand, QueueImportJob>, job: ImportJob): ImportJobDecision => {
  const { jobId, at } = command;
  if (job.status === 'completed' || job.status === 'completedWithErrors') return []; // an end is final
  switch (command.type) {
    case 'RecordStart': {
      const { baseVersion, worker } = command;
      return job.status === 'running' ? [] : [{ type: 'ImportJobStarted', data: { jobId, baseVersion, worker, at } }];
    }
    case 'CompleteImportJob':
      return [{ type: 'ImportJobCompleted', data: { jobId, version: command.version, at } }];
    case 'FailImportJob':
      return [{ type: 'ImportJobFailed', data: { jobId, errors: command.errors, at } }];
  }
};

/** Import jobs, from the queue to the end (preservation 3.2). */
export const importJob: Decider<ImportJobState, ImportJobCommand, ImportJobFact> = {
  initial: { status: 'absent' },
  decide(command, state) {
    if (command.type === 'QueueImportJob') return state.status === 'absent' ? queue(command) : [];
    if (state.status === 'absent') return refuse('import-not-live', `Import job ${command.jobId} was never queued.`);
    return decideOn(command, state);
  },
  evolve: evolveImportJob,
};
