import { archivingIntent } from '../../commands/core/intent.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { isArchiving } from '../../commands/deposit/archive-job.js';
import { readDeposit } from '../../commands/deposit/deposit-stream.js';
import {
  claimArchiving,
  finishArchiving,
  readArchivingBegun,
} from '../../commands/processes/deposits/archive-deposit.js';
import { readDigests } from '../../commands/workspace/digests/digest-reader.js';
import { named, type JobHold, type JobKind, type JobKindOptions, type WithCorrelation } from '../job-kind.js';
import { logWith, type Log } from '../log.js';
import { repeatUntilDone } from '../repeat-until-done.js';
import type { ArchivingTask } from './archiving-task.js';

const RETRIES = { firstMs: 1_000, capMs: 60_000 };

interface ArchivingWork {
  readonly dependencies: Dependencies;
  readonly log: Log;
  readonly task: WithCorrelation<ArchivingTask>;
  readonly epoch: number;
  readonly signal: AbortSignal;
}

/** Carries out an archive job to its end, however often the stores are away; stops when the signal aborts. */
const workArchiving = async ({ dependencies, log, task, epoch, signal }: ArchivingWork): Promise<void> => {
  const fact = await readArchivingBegun(dependencies, task);
  if (fact === null) return;
  const readDigest = async (object: Parameters<typeof readDigests>[1]): Promise<string | null> =>
    (await readDigests(dependencies.bytes, object, signal))?.sha256 ?? null;
  await repeatUntilDone(() => finishArchiving(dependencies, fact, { epoch, readDigest, signal }), {
    retries: RETRIES,
    signal,
    log,
    message: 'A deposit could not be archived and is tried again',
    fields: { job: task.jobId, deposit: task.depositId },
  });
};

/** Archive jobs as a job kind: the deposit records which process has one. */
export const archivingJobs = ({ dependencies, identity, log }: JobKindOptions): JobKind<ArchivingTask> => ({
  names: ['archiving'],
  role: 'archiver',
  askedBy: { group: 'archiver', topics: ['deposit'], types: ['DepositArchivingBegun'] },
  taskOf: ({ jobId, depositId }) => ({ jobId, depositId: named(depositId) }),
  async holding({ jobId, depositId }): Promise<JobHold> {
    const job = (await readDeposit(dependencies.events, depositId))?.archiveJob ?? null;
    if (!isArchiving(job) || job.jobId !== jobId) return { state: 'over' };
    const { worker: holder, epoch } = job;
    return holder === null ? { state: 'free' } : { state: 'held', holder, epoch };
  },
  correlation: async (task) => (await readArchivingBegun(dependencies, task))?.metadata.$correlationId ?? task.jobId,
  claim(task, from) {
    const epoch = from.state === 'held' ? from.epoch : 0;
    const { depositId, jobId } = task;
    const { holder: worker } = identity;
    const intent = archivingIntent(dependencies, task, `claim from epoch ${epoch} for ${worker}`, 'platform');
    return claimArchiving(dependencies, intent, { depositId, jobId, epoch, worker });
  },
  work: (task, epoch, signal) => {
    const { correlationId } = task;
    return workArchiving({ dependencies, log: logWith(log, { correlationId }), task, epoch, signal });
  },
});
