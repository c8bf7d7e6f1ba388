import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { ledgerStream } from '../../../commands/archival-group/ledger-stream.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { identityOf, silent } from './log-of-facts.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import type { ReportProgress } from '../../../workers/progress.js';
import { importJobs } from '../../../workers/importer/importer.js';

/** What one worker does with a job when it comes to it, without a job runner: it claims the job and works it. */
export const importOnce = async (
  dependencies: Dependencies,
  task: ImportTask,
  holder = 'worker',
  signal: AbortSignal = new AbortController().signal,
  report: ReportProgress = () => undefined,
): Promise<void> => {
  const kind = importJobs({ dependencies, identity: identityOf(holder), log: silent });
  const holding = await kind.holding(task);
  if (holding.state === 'over') return;
  const correlated = { ...task, correlationId: await kind.correlation(task) };
  const epoch = await kind.claim(correlated, holding);
  if (epoch !== null) await kind.work(correlated, epoch, signal, report);
};

/** What the process manager does behind it: every process of the group's ledger is brought to its end. */
export const settle = async (dependencies: Dependencies, { archivalGroup }: ImportTask): Promise<void> => {
  for await (const fact of dependencies.events.read(ledgerStream(archivalGroup)))
    await continueProcess(dependencies, fact);
};

/** The job's outcome as its result shows it: the new version, or what went wrong. */
export const outcomeOf = async (dependencies: Dependencies, { jobId }: ImportTask): Promise<number | string> => {
  const job = await readImportJob(dependencies.events, jobId);
  if (job?.status === 'completed') return job.newVersion;
  if (job?.status === 'completedWithErrors') return job.errors.map(({ message }) => message).join('\n');
  return job?.status ?? 'absent';
};
