import { cause } from '../../events/cause.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { isTransient } from '../../events/transient.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { repeatUntilDone } from '../repeat-until-done.js';
import type { WithCorrelation } from '../job-kind.js';
import type { Log } from '../log.js';
import type { ReportProgress } from '../progress.js';
import { type Attempt, type BegunImport, intentOf } from './attempt.js';
import type { ImportTask } from './import-task.js';
import { failuresOf } from './job-failure.js';
import { prepareVersion } from './prepare-version.js';
import { publishVersion } from './publish-version.js';
import { steps } from '../step.js';
import { sweepAbandoned } from './sweep-after-import.js';
import { sweepPublishedStaging } from './sweep.js';
import { importIntent } from '../../commands/core/intent.js';
import { abandonImport, recordPublished } from '../../commands/processes/imports/run-import.js';
import type { CommittedVersion, ImportFailure } from '../../events/archival-group.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';

export interface ImportWork {
  readonly dependencies: Dependencies;
  readonly log: Log;
  readonly task: WithCorrelation<ImportTask>;
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly report: ReportProgress;
}

type CommittedImport = Extract<BegunImport, { phase: 'committed' }>;

const RETRIES = { firstMs: 200, capMs: 60_000 };
const ATTEMPTS_BEFORE_COMMIT = 12;

/**
 * Works an import job from its present phase to its end, as long as the ledger has this worker's epoch. Before the
 * commit point a failure abandons the job and removes its keys, as does this worker where an agent has cancelled the job
 * meanwhile; after it, publishing is retried without a limit. When the signal aborts, the job stays as it is for the next
 * worker.
 */
export const workImport = async (work: ImportWork): Promise<void> => {
  const { dependencies, log, task, epoch, signal, report } = work;
  for (;;) {
    const { job, versions, abandoned } = await readLedger(dependencies.events, task.archivalGroup);
    if (job?.jobId !== task.jobId || job.phase === 'admitted' || job.epoch !== epoch) return;
    signal.throwIfAborted();
    if (job.phase === 'committed') {
      report({ step: 'publish' });
      return publish(work, job);
    }
    await commitOrAbandon(work, {
      dependencies,
      log,
      group: task.archivalGroup,
      correlationId: task.correlationId,
      report,
      job,
      base: versions.at(-1) ?? null,
      object: objectPlaceOf(dependencies, task.archivalGroup),
      jobToken: abandoned.length === 0 ? null : job.jobId,
      step: stepsOf(work, ATTEMPTS_BEFORE_COMMIT),
    });
  }
};

const stepsOf = ({ task, log, signal }: ImportWork, attempts: number): Attempt['step'] =>
  steps({ jobId: task.jobId, log, signal, attempts, mayPass: isTransient });

const commitOrAbandon = async (work: ImportWork, attempt: Attempt): Promise<void> => {
  const { signal } = work;
  try {
    await prepareVersion(attempt);
  } catch (error) {
    const isLost = error instanceof LeaseLost || signal.reason instanceof LeaseLost;
    if (!isLost) signal.throwIfAborted();
    if (isLost || !(await abandonFailed(work, attempt, error))) await clearUpCancelled(work);
  }
};

/** Ends a job that cannot succeed, and removes what it left; false when another process has ended it or works it. */
const abandonFailed = async ({ dependencies, log, task }: ImportWork, attempt: Attempt, error: unknown) => {
  log.warn('An import failed and is abandoned', { job: task.jobId, ...cause(error) });
  if (!(await attempt.step('abandon', () => abandon(attempt, failuresOf(error))))) return false;
  const abandoned = { path: task.archivalGroup, jobId: task.jobId };
  await attempt.step('clear-up', () => sweepAbandoned(dependencies, abandoned, log));
  return true;
};

/**
 * Removes what this worker has written of a job that was cancelled. Whoever swept after the cancel was too early for
 * what was under way; nothing is under way now.
 */
const clearUpCancelled = async ({ dependencies, log, task }: ImportWork): Promise<void> => {
  const { archivalGroup: path, jobId } = task;
  if ((await readLedger(dependencies.events, path)).cancelled.has(jobId))
    await sweepAbandoned(dependencies, { path, jobId }, log);
};

/** Ends the job as failed; false when it is committed, or another worker has it. */
const abandon = async (attempt: Attempt, errors: readonly ImportFailure[]): Promise<boolean> => {
  const { dependencies, group: path, job } = attempt;
  const { jobId, epoch } = job;
  const result = await abandonImport(dependencies, intentOf(attempt, 'abandon'), { path, jobId, epoch, errors });
  return result.ok;
};

/** Publishes a decided version; retries without a limit. */
const publish = (work: ImportWork, job: CommittedImport): Promise<void> =>
  repeatUntilDone(() => publishOrLeave(work, job), {
    retries: RETRIES,
    signal: work.signal,
    log: work.log,
    message: 'A decided version could not be published yet',
    fields: { job: work.task.jobId },
  });

/** Publishes a decided version; resolves, too, where another worker has ended the job. */
const publishOrLeave = async (work: ImportWork, { decided }: CommittedImport): Promise<void> => {
  const { dependencies, signal, task } = work;
  const object = objectPlaceOf(dependencies, task.archivalGroup);
  const step = stepsOf(work, 1);
  try {
    await publishVersion({ dependencies, object, step }, decided);
    await step('record-published', () => recordAsPublished(work, decided));
    const published = { path: task.archivalGroup, jobId: task.jobId, version: decided.version };
    await step('remove-staging', () => sweepPublishedStaging(dependencies, published));
  } catch (error) {
    signal.throwIfAborted();
    if (!(await isOver(work))) throw error;
  }
};

/** Records the version as published; a job that another worker has ended is no error. */
const recordAsPublished = async (
  { dependencies, task }: ImportWork,
  { jobId, version, by }: CommittedVersion,
): Promise<void> => {
  const intent = importIntent(dependencies, task, 'published', by);
  await recordPublished(dependencies, intent, { path: task.archivalGroup, jobId, version });
};

/** Whether the ledger no longer has the job; the process manager carries out the steps that follow its end. */
const isOver = ({ dependencies, task }: ImportWork): Promise<boolean> =>
  readLedger(dependencies.events, task.archivalGroup).then(
    ({ job }) => job?.jobId !== task.jobId,
    () => false,
  );
