import type { DepositFact } from '../../events/deposit.js';
import { refuse, type Decision, type Refusal } from '../core/decider.js';
import { isArchiving } from './archive-job.js';
import { archivingRefusal, liveJobRefusal, pipelineRunRefusal } from './checks.js';
import type { ArchiveCommand, ArchiveJobCommand, BeginArchiving, ReportArchiveJob } from './commands.js';
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

/** Begins an archive job; from then on the deposit refuses changes. */
const beginArchiving = (command: BeginArchiving, deposit: Deposit): DepositDecision => {
  const { depositId, jobId, by, at } = command;
  return archivalRefusal(deposit, command) ?? [{ type: 'DepositArchivingBegun', data: { depositId, jobId, by, at } }];
};

const factOf = (command: ArchiveJobCommand): DepositFact => {
  const { depositId, jobId, by, at } = command;
  switch (command.type) {
    case 'RecordArchivingVerified': {
      const { archivalGroup, version, inventorySha256, files, bytes } = command;
      const verified = { archivalGroup, version, inventorySha256, files, bytes };
      return { type: 'DepositArchivingVerified', data: { depositId, jobId, ...verified, at } };
    }
    case 'CompleteArchiving':
      return { type: 'DepositArchived', data: { depositId, jobId, removed: command.removed, by, at } };
    case 'FailArchiving':
      return { type: 'DepositArchivingFailed', data: { depositId, jobId, errors: command.errors, by, at } };
  }
};

/** Carries on or ends the archive job under way; nothing for another one, which has ended. */
const onArchiveJob = (command: ArchiveJobCommand, { archiveJob }: Deposit): DepositDecision =>
  isArchiving(archiveJob) && archiveJob.jobId === command.jobId ? [factOf(command)] : [];

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
  RecordArchivingVerified: true,
  CompleteArchiving: true,
  FailArchiving: true,
  ReportArchiveJob: true,
});

/** Decides on the archiving of a deposit (companion 13.9). */
export const decideOnArchiving = (command: ArchiveCommand, deposit: Deposit): DepositDecision => {
  if (command.type === 'BeginArchiving') return beginArchiving(command, deposit);
  return command.type === 'ReportArchiveJob' ? reportArchiveJob(command, deposit) : onArchiveJob(command, deposit);
};
