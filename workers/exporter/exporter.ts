import type { Dependencies } from '../../commands/core/dependencies.js';
import { exportIntent } from '../../commands/core/intent.js';
import { exportStream } from '../../commands/export/export-stream.js';
import { takeExport } from '../../commands/processes/exports/run-export.js';
import { readCorrelation } from '../../commands/reads/read-correlation.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { named, type WithCorrelation, type JobHold, type JobKind, type JobKindOptions } from '../job-kind.js';
import { logWith } from '../log.js';
import type { ExportTask } from './export-task.js';
import { workExport } from './work-export.js';

/**
 * Claims an export for this process. The command id contains the holder, so that another process's claim is not taken
 * for a repeat of this one. Answers the new epoch; null when another process was faster.
 */
const claim = async (
  dependencies: Dependencies,
  holder: string,
  task: WithCorrelation<ExportTask>,
  from: JobHold,
): Promise<number | null> => {
  const { jobId: exportId, archivalGroup: path } = task;
  const epoch = from.state === 'held' ? from.epoch : 0;
  const intent = exportIntent(dependencies, task, `take from epoch ${epoch} to ${holder}`, 'platform');
  const result = await takeExport(dependencies, intent, { path, exportId, epoch, worker: holder });
  return result.ok ? result.value.epoch : null;
};

/** Exports as a job kind: the group's ledger records which process has one. */
export const exportJobs = ({ dependencies, identity, log }: JobKindOptions): JobKind<ExportTask> => ({
  names: ['export'],
  role: 'exporter',
  askedBy: { group: 'exporter', topics: ['export'], types: ['ExportJobQueued'] },
  taskOf: ({ jobId, archivalGroup }) => ({ jobId, archivalGroup: named(archivalGroup) }),
  async holding({ jobId, archivalGroup }): Promise<JobHold> {
    const { export: live } = await readLedger(dependencies.events, archivalGroup);
    if (live?.exportId !== jobId) return { state: 'over' };
    const { worker: holder, epoch } = live;
    return holder === null ? { state: 'free' } : { state: 'held', holder, epoch };
  },
  correlation: async ({ jobId }) => (await readCorrelation(dependencies.events, exportStream(jobId))) ?? jobId,
  claim: (task, from) => claim(dependencies, identity.holder, task, from),
  work: (task, epoch, signal, report) => {
    const { correlationId } = task;
    return workExport({ dependencies, log: logWith(log, { correlationId }), task, epoch, signal, report });
  },
});
