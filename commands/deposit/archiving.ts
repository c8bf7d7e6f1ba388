import type { DepositFact } from '../../events/deposit.js';
import { heldRefusal } from '../core/steering.js';
import { refuse, type Decision, type Refusal } from '../core/decider.js';
import { isArchiving } from './archive-job.js';
import { archivingRefusal, liveJobRefusal, pipelineRunRefusal } from './checks.js';
import type {
  ArchiveCommand,
  ArchiveJobCommand,
  BeginArchiving,
  ClaimArchiving,
  ReportArchiveJob,
} from './commands.js';
import type { Deposit } from './state.js';
import { typeGuard } from '../../events/type-guard.js';

type DepositDecision = Decision<DepositFact>;

const notArchivable = (deposit: Deposit, reason: string): Refusal =>
  refuse('deposit-not-archivable', `Deposit ${deposit.depositId} cannot be archived: ${reason}`);

/**
 * Why a deposit is not to be archived now (preservation 3.1, companion 13.9); null for one that is preserved or in
 * error, not active, not archived, and not modified since `before`.
 */
export const archivalRefusal = (
  deposit: Deposit,
  { before, again }: Pick<BeginArchiving, 'before' | 'again'>,
): Refusal | null => {
  const { status, active, archived, lastModified, archiveJob } = deposit;
  const busy = archivingRefusal(deposit) ?? liveJobRefusal(deposit) ?? pipelineRunRefusal(deposit);
  if (busy !== null) return busy;
  if (archived !== null) return notArchivable(deposit, `it was archived at ${archived}.`);
  if (status !== 'preserved' && status !== 'error')
    return notArchivable(deposit, `its status is ${status}, not preserved or error.`);
  if (active) return notArchivable(deposit, 'it is active.');
  if (lastModified >= before)
    return notArchivable(deposit, `it was modified at ${lastModified}, not before ${before}.`);
  if (!again && archiveJob?.status === 'completedWithErrors')
    return notArchivable(deposit, `its last archive job, ${archiveJob.jobId}, has errors.`);
  return null;
};

/**
 * Begins an archive job; from then on the deposit refuses changes. A job that the deposit has or had is not begun again,
 * however late its request is repeated.
 */
const beginArchiving = (command: BeginArchiving, deposit: Deposit): DepositDecision => {
  const { depositId, jobId, retryOf, by, at } = command;
  if (deposit.archiveJob?.jobId === jobId || deposit.earlierArchiveJobs.has(jobId)) return [];
  const { archivalGroup } = deposit;
  const group = archivalGroup === null ? {} : { archivalGroup };
  const data = { depositId, jobId, ...group, ...(retryOf === undefined ? {} : { retryOf }), by, at };
  return archivalRefusal(deposit, command) ?? [{ type: 'DepositArchivingBegun', data }];
};

/** The facts of a step. What is verified has no lock any more. */
const factsOf = (command: ArchiveJobCommand, { lock }: Deposit): readonly DepositFact[] => {
  const { depositId, jobId, by, at } = command;
  switch (command.type) {
    case 'RecordArchivingVerified': {
      const { archivalGroup, version, inventorySha256, files, bytes } = command;
      const verified = { archivalGroup, version, inventorySha256, files, bytes };
      const fact: DepositFact = { type: 'DepositArchivingVerified', data: { depositId, jobId, ...verified, at } };
      if (lock === null) return [fact];
      return [fact, { type: 'DepositUnlocked', data: { depositId, from: lock.by, by, at } }];
    }
    case 'CompleteArchiving':
      return [{ type: 'DepositArchived', data: { depositId, jobId, removed: command.removed, by, at } }];
    case 'FailArchiving':
      return [{ type: 'DepositArchivingFailed', data: { depositId, jobId, errors: command.errors, by, at } }];
  }
};

/** Whether the archive job is under way in this epoch: it has not ended, and no other worker has taken it over. */
const isInEpoch = ({ archiveJob }: Deposit, { jobId, epoch }: ClaimArchiving | ArchiveJobCommand): boolean =>
  isArchiving(archiveJob) && archiveJob.jobId === jobId && archiveJob.epoch === epoch;

/** A worker takes the archive job; nothing where it has ended, or another worker was faster. */
const claimArchiving = (command: ClaimArchiving, deposit: Deposit): DepositDecision => {
  const { depositId, jobId, epoch, worker, at } = command;
  if (deposit.archiveJob === null || !isInEpoch(deposit, command)) return [];
  return (
    heldRefusal(deposit.archiveJob.steering, `archive job ${jobId}`) ?? [
      { type: 'DepositArchivingClaimed', data: { depositId, jobId, epoch: epoch + 1, worker, at } },
    ]
  );
};

/** Carries on or ends the archive job under way; nothing for a worker that no longer has it. */
const onArchiveJob = (command: ArchiveJobCommand, deposit: Deposit): DepositDecision =>
  isInEpoch(deposit, command) ? factsOf(command, deposit) : [];

/** Records the run of an archiver outside of the platform; not while a job of the platform is under way. */
const reportArchiveJob = (command: ReportArchiveJob, deposit: Deposit): DepositDecision => {
  const { depositId, jobId, started, finished, removed, errors, batch, by, at } = command;
  return (
    archivingRefusal(deposit) ?? [
      { type: 'ArchiveJobReported', data: { depositId, jobId, started, finished, removed, errors, batch, by, at } },
    ]
  );
};

export const isArchiveCommand = typeGuard<ArchiveCommand>({
  BeginArchiving: true,
  ClaimArchiving: true,
  RecordArchivingVerified: true,
  CompleteArchiving: true,
  FailArchiving: true,
  ReportArchiveJob: true,
});

/** Decides on the archiving of a deposit (companion 13.9). */
export const decideOnArchiving = (command: ArchiveCommand, deposit: Deposit): DepositDecision => {
  switch (command.type) {
    case 'BeginArchiving':
      return beginArchiving(command, deposit);
    case 'ClaimArchiving':
      return claimArchiving(command, deposit);
    case 'ReportArchiveJob':
      return reportArchiveJob(command, deposit);
    default:
      return onArchiveJob(command, deposit);
  }
};
