import type { DepositBeginning, DepositFact } from '../../events/deposit.js';
import { descriptionOf } from '../../events/deposit-description.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import type { NewPlatformJob } from '../../events/platform-job.js';
import type { EventStore } from '../../events/store.js';
import { refused } from '../../flow/result.js';
import { omit, refuse, written, type CommandResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { isArchiving } from '../deposit/archive-job.js';
import { depositNotFound } from '../deposit/checks.js';
import { depositStream, readDeposit } from '../deposit/deposit-stream.js';
import type { Deposit } from '../deposit/state.js';
import { readExport } from '../export/export-stream.js';
import type { Export } from '../export/state.js';
import { readImportJob } from '../import-job/import-job-stream.js';
import { readPlan } from '../import-plan/plan-stream.js';
import { readPlatformJob } from '../platform-job/platform-job-stream.js';
import { beginArchiving } from '../processes/deposits/archive-deposit.js';
import { exportDeposit } from '../processes/deposits/export-deposit.js';
import { exportGroup } from '../processes/exports/export-group.js';
import { importDeposit } from '../processes/imports/import-deposit.js';
import { submitImport } from '../processes/imports/submit-import.js';
import { requestJob } from '../processes/jobs/request-job.js';
import { requestPipelineRun } from '../processes/pipeline/request-pipeline-run.js';

/** A job to ask for again. */
export type RepeatableJob =
  | { readonly kind: 'import' | 'export' | 'audit' | 'adoption' | 'rebuild'; readonly jobId: string }
  | { readonly kind: 'pipelineRun'; readonly jobId: string; readonly depositId: string }
  /** `submitted` is when it was asked for. */
  | { readonly kind: 'archiving'; readonly jobId: string; readonly depositId: string; readonly submitted: Date };

/** What the installation allows of imports; as for the import of a deposit. */
export interface RetryOptions {
  readonly allowsSuppression: boolean;
  readonly refusesInfected: boolean;
}

type RetryResult = CommandResult<{ readonly jobId: string }>;

const notEnded = (jobId: string) =>
  refused(refuse('job-not-ended', `Job ${jobId} has not ended; only a job that has can be asked for again.`));

const operationsOf = async (events: EventStore, jobId: string): Promise<readonly PlannedOperation[]> => {
  const operations: PlannedOperation[] = [];
  for await (const operation of readPlan(events, jobId)) operations.push(operation);
  return operations;
};

/** Submits the plan of an import again, with its conditions on the origins; who asks is the creator of what it adds. */
const retryImport = async (
  dependencies: Dependencies,
  intent: Intent,
  retryOf: string,
  { allowsSuppression, refusesInfected }: RetryOptions,
): Promise<RetryResult> => {
  const job = await readImportJob(dependencies.events, retryOf);
  if (job?.status !== 'completed' && job?.status !== 'completedWithErrors') return notEnded(retryOf);
  const { archivalGroup, depositId } = job;
  const request = { ...job.request, createdBy: intent.actor.agent };
  if (depositId === null) {
    const operations = await operationsOf(dependencies.events, retryOf);
    const submission = { depositId, archivalGroup, request, operations, allowsSuppression, retryOf };
    return submitImport(dependencies, intent, submission);
  }
  return importDeposit(dependencies, intent, {
    depositId,
    jobFor: async () => ({
      kind: 'posted',
      archivalGroup,
      request: omit(request, 'message'),
      operations: await operationsOf(dependencies.events, retryOf),
    }),
    allowsSuppression,
    refusesInfected,
    acceptsIncompleteBag: request.acceptsIncompleteBag ?? false,
    retryOf,
  });
};

/** The properties with which a deposit was created, also of one that was deleted. */
const beginningOf = async (events: EventStore, depositId: string): Promise<DepositBeginning | null> => {
  for await (const { type, data } of events.read<DepositFact>(depositStream(depositId), { limit: 1 }))
    if (type === 'DepositCreated') return data;
  return null;
};

/** An export into a deposit is asked for with a new deposit, as the first one was. */
const retryDepositExport = async (
  dependencies: Dependencies,
  intent: Intent,
  { exportId: retryOf, archivalGroup, sourceVersion: version }: Export,
  depositId: string,
): Promise<CommandResult<Deposit>> => {
  const beginning = await beginningOf(dependencies.events, depositId);
  if (beginning === null) return refused(depositNotFound(depositId));
  const { template, files } = beginning;
  const wanted = { archivalGroup, version, template, bucket: files.bucket, retryOf };
  return exportDeposit(dependencies, intent, { ...descriptionOf(beginning), ...wanted });
};

const retryExport = async (dependencies: Dependencies, intent: Intent, retryOf: string): Promise<RetryResult> => {
  const found = await readExport(dependencies.events, retryOf);
  if (found === null || found.status === 'unfinished') return notEnded(retryOf);
  const { archivalGroup, depositId, sourceVersion: version, destination, declared } = found;
  if (depositId !== null) {
    const made = await retryDepositExport(dependencies, intent, found, depositId);
    return made.ok ? written({ jobId: made.value.exported?.exportId ?? '' }, made.position) : made;
  }
  const made = await exportGroup(dependencies, intent, { archivalGroup, version, destination, declared, retryOf });
  return made.ok ? written({ jobId: made.value.exportId }, made.position) : made;
};

const retryRun = async (
  dependencies: Dependencies,
  intent: Intent,
  { depositId, jobId }: Extract<RepeatableJob, { kind: 'pipelineRun' }>,
): Promise<RetryResult> => {
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit?.pipeline.live?.runId === jobId) return notEnded(jobId);
  const queued = await requestPipelineRun(dependencies, intent, depositId, jobId);
  return queued.ok ? written({ jobId: queued.value.runId }, queued.position) : queued;
};

/** A deposit that was modified since the job was asked for is not the one that it was asked for. */
const retryArchiving = async (
  dependencies: Dependencies,
  intent: Intent,
  { depositId, jobId, submitted }: Extract<RepeatableJob, { kind: 'archiving' }>,
): Promise<RetryResult> => {
  const job = (await readDeposit(dependencies.events, depositId))?.archiveJob ?? null;
  if (isArchiving(job) && job.jobId === jobId) return notEnded(jobId);
  const request = { depositId, before: submitted, again: true, retryOf: jobId };
  return beginArchiving(dependencies, intent, request);
};

const retryPlatformJob = async (dependencies: Dependencies, intent: Intent, retryOf: string): Promise<RetryResult> => {
  const job = await readPlatformJob(dependencies.events, retryOf);
  if (job?.status !== 'ended') return notEnded(retryOf);
  const request = { ...omit(job.request, 'jobId', 'by', 'at'), retryOf } as NewPlatformJob;
  return requestJob(dependencies, intent, request);
};

/**
 * Submits the request of a job that has ended anew, as the agent who asks and with the checks of a new request; the new
 * job names the one that it repeats. Refused with `job-not-ended`, and with what a new request is refused with.
 */
export const retryJob = (
  dependencies: Dependencies,
  intent: Intent,
  job: RepeatableJob,
  options: RetryOptions,
): Promise<RetryResult> => {
  switch (job.kind) {
    case 'import':
      return retryImport(dependencies, intent, job.jobId, options);
    case 'export':
      return retryExport(dependencies, intent, job.jobId);
    case 'pipelineRun':
      return retryRun(dependencies, intent, job);
    case 'archiving':
      return retryArchiving(dependencies, intent, job);
    default:
      return retryPlatformJob(dependencies, intent, job.jobId);
  }
};
