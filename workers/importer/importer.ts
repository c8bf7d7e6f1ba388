import { readCorrelation } from '../../commands/reads/read-correlation.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { importJobStream } from '../../commands/import-job/import-job-stream.js';
import { named, type WithCorrelation, type JobHold, type JobKind, type JobKindOptions } from '../job-kind.js';
import { logWith } from '../log.js';
import type { ImportTask } from './import-task.js';
import { workImport } from './work-import.js';
import { importIntent } from '../../commands/core/intent.js';
import { reassignImport, startImport } from '../../commands/processes/imports/run-import.js';

/**
 * Claims a job for this process. The command id contains the holder, so that another process's claim is not taken for a
 * repeat of this one. Answers the new epoch; null when another process was faster.
 */
const claim = async (
  dependencies: Dependencies,
  holder: string,
  task: WithCorrelation<ImportTask>,
  from: JobHold,
): Promise<number | null> => {
  const { jobId, archivalGroup: path } = task;
  const step = `${from.state === 'held' ? `reassign from epoch ${from.epoch}` : 'start'} to ${holder}`;
  const intent = importIntent(dependencies, task, step, 'platform');
  const job = { path, jobId, worker: holder };
  const result =
    from.state === 'held'
      ? await reassignImport(dependencies, intent, { ...job, epoch: from.epoch })
      : await startImport(dependencies, intent, job);
  return result.ok ? result.value.epoch : null;
};

/** Import jobs as a job kind: the group's ledger records which process has one. */
export const importJobs = ({ dependencies, identity, log }: JobKindOptions): JobKind<ImportTask> => ({
  names: ['import'],
  role: 'importer',
  askedBy: { group: 'importer', topics: ['importJob'], types: ['ImportJobQueued'] },
  taskOf: ({ jobId, archivalGroup }) => ({ jobId, archivalGroup: named(archivalGroup) }),
  async holding({ jobId, archivalGroup }): Promise<JobHold> {
    const { job } = await readLedger(dependencies.events, archivalGroup);
    if (job?.jobId !== jobId) return { state: 'over' };
    return job.phase === 'admitted' ? { state: 'free' } : { state: 'held', holder: job.worker, epoch: job.epoch };
  },
  correlation: async ({ jobId }) => (await readCorrelation(dependencies.events, importJobStream(jobId))) ?? jobId,
  claim: (task, from) => claim(dependencies, identity.holder, task, from),
  work: (task, epoch, signal, report) => {
    const { correlationId } = task;
    return workImport({ dependencies, log: logWith(log, { correlationId }), task, epoch, signal, report });
  },
});
