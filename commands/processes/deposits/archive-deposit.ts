import type { ArchiveFailure, DepositFact } from '../../../events/deposit.js';
import { timestampOf } from '../../../events/time.js';
import { ByteStoreFault } from '../../../formats/bytes.js';
import { removeVerified } from '../../archiving/remove-verified.js';
import { surveyDeposit, type ArchiveSurvey } from '../../archiving/survey-deposit.js';
import { writeNote } from '../../archiving/archived-note.js';
import type { ReadDigest } from '../../archiving/check-objects.js';
import { written, type CommandResult, type Refusal } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { type StreamFact, stepOf, type Intent, mintId } from '../../core/intent.js';
import { isArchiving, type ArchiveJob } from '../../deposit/archive-job.js';
import { archivalRefusal } from '../../deposit/archiving.js';
import { depositNotFound } from '../../deposit/checks.js';
import type { ArchiveJobCommand, ClaimArchiving, ReportArchiveJob } from '../../deposit/commands.js';
import { depositStream, onDeposit, readDeposit } from '../../deposit/deposit-stream.js';
import type { Deposit } from '../../deposit/state.js';
import { refused, success, type Result } from '../../../flow/result.js';

/** Which deposit to archive. */
export interface ArchiveRequest {
  readonly depositId: string;
  /** The time before which the deposit must have been modified last. */
  readonly before: Date;
  /** Whether to try again after a job with errors. */
  readonly again: boolean;
  /** The job that has ended and that this one repeats. */
  readonly retryOf?: string;
}

const jobOf = async (
  dependencies: Pick<Dependencies, 'events'>,
  depositId: string,
): Promise<Result<ArchiveJob, Refusal>> => {
  const job = (await readDeposit(dependencies.events, depositId))?.archiveJob ?? null;
  return job === null ? refused(depositNotFound(depositId)) : success(job);
};

/** Begins an archive job, which a worker carries out (companion 13.9). */
export const beginArchiving = async (
  dependencies: Dependencies,
  intent: Intent,
  { before, ...request }: ArchiveRequest,
): Promise<CommandResult<ArchiveJob>> => {
  const jobId = mintId(`${intent.commandId}:archive job`);
  const { depositId } = request;
  const command = { type: 'BeginArchiving', ...request, jobId, before: timestampOf(before) } as const;
  const begun = await onDeposit(dependencies, intent, command);
  if (!begun.ok) return begun;
  const job = await jobOf(dependencies, depositId);
  return job.ok ? written(job.value, begun.position) : job;
};

export interface ArchivePreview {
  readonly deposit: Deposit;
  /** Why it would not be archived; null where the survey alone decides. */
  readonly refusal: Refusal | null;
  readonly survey: ArchiveSurvey;
}

/** What archiving a deposit would remove now, and why it would not be archived; changes and reads no content. */
export const previewArchiving = async (
  dependencies: Dependencies,
  { depositId, before, again }: ArchiveRequest,
  signal?: AbortSignal,
): Promise<Result<ArchivePreview, Refusal>> => {
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  const refusal = archivalRefusal(deposit, { before: timestampOf(before), again });
  return success({
    deposit,
    refusal,
    survey: await surveyDeposit(dependencies, deposit, { readDigest: null, signal }),
  });
};

/** Records what an archiver outside of the platform reports (companion 13.9); it changes nothing else. */
export const reportArchiveJob = async (
  dependencies: Dependencies,
  intent: Intent,
  report: Omit<ReportArchiveJob, 'type' | 'by' | 'at'>,
): Promise<CommandResult<ArchiveJob>> => {
  const reported = await onDeposit(dependencies, intent, { type: 'ReportArchiveJob', ...report });
  if (!reported.ok) return reported;
  const job = await jobOf(dependencies, report.depositId);
  return job.ok ? written(job.value, reported.position) : job;
};

type ArchivingBegunFact = StreamFact<Extract<DepositFact, { type: 'DepositArchivingBegun' }>>;

/** The fact that began an archive job; null where the deposit never had the job. */
export const readArchivingBegun = async (
  { events }: Pick<Dependencies, 'events'>,
  { depositId, jobId }: { readonly depositId: string; readonly jobId: string },
): Promise<ArchivingBegunFact | null> => {
  for await (const fact of events.read<DepositFact>(depositStream(depositId), { direction: 'backwards' }))
    if (fact.type === 'DepositArchivingBegun' && fact.data.jobId === jobId) return fact;
  return null;
};

/** Takes an archive job up, or over from the worker with `epoch`. Answers the new epoch; null where it may not. */
export const claimArchiving = async (
  dependencies: Dependencies,
  intent: Intent,
  claim: Omit<ClaimArchiving, 'type' | 'by' | 'at'>,
): Promise<number | null> => {
  const result = await onDeposit(dependencies, intent, { type: 'ClaimArchiving', ...claim });
  const fact = result.ok ? result.value[0] : undefined;
  return fact?.type === 'DepositArchivingClaimed' ? fact.data.epoch : null;
};

export interface ArchivingOptions {
  /** The epoch in which this worker has claimed the job. */
  readonly epoch: number;
  readonly readDigest: ReadDigest;
  readonly signal?: AbortSignal;
}

/** The archive job has ended, or another worker has it. */
class JobLost extends Error {
  override name = 'JobLost';
}

/**
 * Carries out an archive job to its end, as long as this worker has it. Each step is safe to repeat: after a
 * crash what is left of the workspace is verified again. Rejects with a transient ByteStoreFault or EventStoreFault,
 * and then may be called again.
 */
export const finishArchiving = async (
  dependencies: Dependencies,
  fact: ArchivingBegunFact,
  options: ArchivingOptions,
): Promise<void> => {
  const run = { dependencies, fact, ...options };
  try {
    const failures = await archive(run);
    if (failures.length > 0) await record(run, 'failed', { type: 'FailArchiving', errors: failures });
  } catch (error) {
    if (error instanceof JobLost) return;
    if (!(error instanceof ByteStoreFault) || error.transient) throw error;
    await record(run, 'failed', { type: 'FailArchiving', errors: [{ path: null, message: error.message }] });
  }
};

interface Run extends ArchivingOptions {
  readonly dependencies: Dependencies;
  readonly fact: ArchivingBegunFact;
}

type Step = ArchiveJobCommand extends infer Command
  ? Command extends ArchiveJobCommand
    ? Omit<Command, 'depositId' | 'jobId' | 'epoch' | 'by' | 'at'>
    : never
  : never;

/** Appends the fact of a step; a repeat answers the fact of the first time. */
const record = async ({ dependencies, fact, epoch }: Run, name: string, step: Step): Promise<DepositFact | null> => {
  const { depositId, jobId, by } = fact.data;
  const intent = { ...stepOf(fact, name), at: timestampOf(dependencies.now()) };
  const command = { ...step, depositId, jobId, epoch, by, at: intent.at } as ArchiveJobCommand;
  const result = await onDeposit(dependencies, intent, command);
  return result.ok ? (result.value[0] ?? null) : null;
};

/** The deposit, if this worker still has the job. Rejects with JobLost. */
const liveDeposit = async ({ dependencies, fact, epoch }: Run): Promise<Deposit> => {
  const deposit = await readDeposit(dependencies.events, fact.data.depositId);
  const job = deposit?.archiveJob ?? null;
  if (deposit === null || !isArchiving(job) || job.jobId !== fact.data.jobId || job.epoch !== epoch)
    throw new JobLost();
  return deposit;
};

/** Answers why the deposit was not archived; empty where it was. */
const archive = async (run: Run): Promise<readonly ArchiveFailure[]> => {
  const { dependencies, readDigest, signal } = run;
  const deposit = await liveDeposit(run);
  const survey = await surveyDeposit(dependencies, deposit, { readDigest, signal });
  const { failures, version, files, bytes } = survey;
  if (failures.length > 0 || version === null) return failures;
  const { archivalGroup, label, inventorySha256 } = version;
  const verified = await record(run, 'verified', {
    type: 'RecordArchivingVerified',
    archivalGroup,
    version: label,
    inventorySha256,
    files,
    bytes,
  });
  if (verified?.type !== 'DepositArchivingVerified') throw new JobLost();
  const requireLive = async (): Promise<void> => {
    await liveDeposit(run);
  };
  const left = await removeVerified(dependencies, deposit, survey, requireLive);
  if (left.length > 0) return left;
  await requireLive();
  await writeNote(dependencies.bytes, deposit, verified.data.at);
  await record(run, 'archived', { type: 'CompleteArchiving', removed: verified.data.files });
  return [];
};
