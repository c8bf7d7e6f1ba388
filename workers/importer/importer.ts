import { readLedger } from '../../commands/reads/read-ledger.js';
import type { Services } from '../../commands/core/services.js';
import type { ImportJobFact } from '../../events/import-job.js';
import type { Holding, JobKind } from '../job-kind.js';
import type { JobRunner } from '../job-runner.js';
import type { FactListener } from '../fact-listener.js';
import type { Log } from '../log.js';
import type { ProcessIdentity } from '../platform-fact.js';
import type { ImportTask } from './import-task.js';
import { claimImport } from './ledger-steps.js';
import { workImport } from './work-import.js';

export interface ImporterOptions {
  readonly services: Services;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** Jobs that are waiting or running, as a view shows them. */
  readonly claimable: () => Promise<readonly ImportTask[]>;
}

/** What a job runner must know of import jobs: the group's ledger says who has one. */
export const importJobs = ({ services, identity, log, claimable }: ImporterOptions): JobKind<ImportTask> => ({
  claimable,
  async holding({ jobId, archivalGroup }): Promise<Holding> {
    const { job } = await readLedger(services.events, archivalGroup);
    if (job?.jobId !== jobId) return { state: 'over' };
    return job.phase === 'admitted' ? { state: 'free' } : { state: 'held', holder: job.worker, epoch: job.epoch };
  },
  claim: (task, from) => claimImport(services, identity.holder, task, from),
  work: (task, epoch, signal) => workImport({ services, log, task, epoch, signal }),
});

/** Wakes the job runner for every import job that is queued. */
export const listenForImports = (listener: FactListener, jobRunner: JobRunner<ImportTask>): Promise<AsyncDisposable> =>
  listener.listen<Extract<ImportJobFact, { type: 'ImportJobQueued' }>>(
    { group: 'importer', topics: ['importJob'], types: ['ImportJobQueued'] },
    ({ data: { jobId, archivalGroup } }) => {
      jobRunner.wake({ jobId, archivalGroup });
      return Promise.resolve({ done: true });
    },
  );
