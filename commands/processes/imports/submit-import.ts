import type { ArchivalGroupFact, ImportRequest } from '../../../events/archival-group.js';
import type { ImportPlanFact, PlannedOperation } from '../../../events/import-plan.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { importAdmissionRefusal, suppressionRefusal, groupNameRefusal } from '../../archival-group/checks.js';
import { callerRefusal, depositNotFound, importable } from '../../deposit/checks.js';
import type { Deposit } from '../../deposit/state.js';
import { type Refusal, written, type CommandResult, latest, type HandleResult, keyReused } from '../../core/decider.js';
import { foldDeposit, onDeposit, refusalOf, type FoldedDeposit } from '../../deposit/deposit-stream.js';
import { onImportJob } from '../../import-job/import-job-stream.js';
import { earlierOnLedger, onLedger, readLedger } from '../../archival-group/ledger-stream.js';
import { mintId, stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { objectRefusal } from '../../reads/object-mismatch.js';
import type { Dependencies } from '../../core/dependencies.js';
import { importPlanStream, writePlan } from '../../import-plan/plan-stream.js';
import { refused } from '../../../flow/result.js';

/** A job to be submitted for a deposit, or for none. */
export interface NewImport {
  readonly archivalGroup: RepositoryPath;
  readonly request: ImportRequest;
  /** Name of the agent that wants the job, where that is not the caller. */
  readonly by?: string;
  /** In the order of execution. */
  readonly operations: readonly PlannedOperation[];
  /** The feature flag EnableMetsIdNormalisation; off by default. */
  readonly allowsSuppression?: boolean;
  /** The job that has ended and that this one repeats. */
  readonly retryOf?: string | undefined;
}

export interface ImportSubmission extends NewImport {
  /** Null for a job that the storage service received by itself. */
  readonly depositId: string | null;
}

/** `resultId` is null without a deposit. */
export interface SubmittedImport {
  readonly jobId: string;
  readonly resultId: string | null;
}

type AdmissionFact = StreamFact<Extract<ArchivalGroupFact, { type: 'ImportAdmitted' }>>;

/**
 * Offers an admitted job to its deposit, which accepts or declines it, finally; queues an accepted job, and releases
 * the admission of a declined one.
 */
export const finishImportAdmission = async (
  dependencies: Dependencies,
  fact: AdmissionFact,
  folded: FoldedDeposit | null = null,
): Promise<CommandResult<SubmittedImport>> => {
  const { path, plan, ...job } = fact.data;
  const { jobId, resultId, depositId, by, at } = job;
  if (depositId !== null) {
    const offer = {
      type: 'AcceptImportJob',
      depositId,
      jobId,
      resultId: resultId ?? jobId,
      archivalGroup: path,
      planSha256: plan.sha256,
      by,
      at,
    } as const;
    const accepted = await onDeposit(dependencies, stepOf(fact, 'accept'), offer, folded);
    const refusal = refusalOf(accepted);
    if (refusal !== null) {
      const release = { type: 'ReleaseImportAdmission', path, jobId, reason: refusal.code, by, at } as const;
      await onLedger(dependencies, stepOf(fact, 'release'), release);
      return refused(refusal);
    }
  }
  const command = { type: 'QueueImportJob', archivalGroup: path, plan, ...job } as const;
  const queued = await onImportJob(dependencies, stepOf(fact, 'queue'), command);
  return written({ jobId, resultId }, latest(queued));
};

/** The refusals of later steps, checked before a plan is written in vain. */
const foreseeableRefusal = async (
  dependencies: Dependencies,
  intent: Intent,
  { archivalGroup, request }: NewImport,
  deposit: Deposit | null,
): Promise<Refusal | null> => {
  const byDeposit = deposit === null ? null : callerRefusal(deposit, archivalGroup, intent.actor.agent);
  return (
    byDeposit ??
    groupNameRefusal(request.archivalGroupName) ??
    importAdmissionRefusal(await readLedger(dependencies.events, archivalGroup), archivalGroup) ??
    (await objectRefusal(dependencies, archivalGroup))
  );
};

/**
 * A job id without a plan. An attempt that crashed between its plan and its admission leaves a plan behind; the next
 * attempt of the same request then uses another id.
 */
const freshJobId = async (dependencies: Dependencies, intent: Intent): Promise<string | Refusal> => {
  for (let attempt = 0; ; attempt++) {
    const jobId = mintId(`${intent.commandId}:job:${attempt}`);
    let taken = false;
    for await (const { metadata } of dependencies.events.read<ImportPlanFact>(importPlanStream(jobId), { limit: 1 })) {
      if (metadata.commandSha256 !== intent.requestSha256) return keyReused();
      taken = true;
    }
    if (!taken) return jobId;
  }
};

const admit = async (
  dependencies: Dependencies,
  intent: Intent,
  submission: NewImport,
  deposit: Deposit | null,
): Promise<HandleResult<ArchivalGroupFact>> => {
  const { archivalGroup: path, request, by = intent.actor.agent, operations, allowsSuppression = false } = submission;
  const { retryOf } = submission;
  const refusal =
    suppressionRefusal(request, allowsSuppression, operations) ??
    (await foreseeableRefusal(dependencies, intent, submission, deposit));
  if (refusal !== null) return refused(refusal);
  const depositId = deposit?.depositId ?? null;
  const jobId = await freshJobId(dependencies, intent);
  if (typeof jobId !== 'string') return refused(jobId);
  const resultId = depositId === null ? null : mintId(`${jobId}:result`);
  const plan = await writePlan(dependencies, intent, { jobId, operations });
  const job = { path, jobId, resultId, depositId, plan, request, ...(retryOf === undefined ? {} : { retryOf }) };
  return onLedger(dependencies, intent, { type: 'AdmitImport', ...job, by, at: intent.at });
};

const finish = async (
  dependencies: Dependencies,
  admitted: HandleResult<ArchivalGroupFact>,
  folded: FoldedDeposit | null = null,
): Promise<CommandResult<SubmittedImport>> => {
  if (!admitted.ok) return admitted;
  const [fact] = admitted.value;
  return fact?.type === 'ImportAdmitted' ? finishImportAdmission(dependencies, fact, folded) : refused(keyReused());
};

/** The job of an earlier attempt of this request, with its remaining steps carried out; null without one. */
export const earlierImport = async (
  dependencies: Dependencies,
  intent: Intent,
  group: RepositoryPath,
): Promise<CommandResult<SubmittedImport> | null> => {
  const admitted = await earlierOnLedger(dependencies, intent, group);
  return admitted === null ? null : finish(dependencies, admitted);
};

/**
 * Submits a job for a request without an earlier one, and for a deposit that is `importable`: writes its plan, has it
 * admitted by the group's ledger and accepted by its deposit, and queues it (companion 11.1, 11.4). Where it is refused, an
 * attempt of the same request may have come before it meanwhile, and answers.
 */
export const submitNewImport = async (
  dependencies: Dependencies,
  intent: Intent,
  submission: NewImport,
  folded: FoldedDeposit | null,
): Promise<CommandResult<SubmittedImport>> => {
  const submitted = await finish(
    dependencies,
    await admit(dependencies, intent, submission, folded?.state ?? null),
    folded,
  );
  if (submitted.ok) return submitted;
  return (await earlierImport(dependencies, intent, submission.archivalGroup)) ?? submitted;
};

/** Submits an import job, as `submitNewImport` does. A repeated request answers with the job of the first. */
export const submitImport = async (
  dependencies: Dependencies,
  intent: Intent,
  submission: ImportSubmission,
): Promise<CommandResult<SubmittedImport>> => {
  const { depositId, archivalGroup } = submission;
  const earlier = await earlierImport(dependencies, intent, archivalGroup);
  if (earlier !== null) return earlier;
  const folded = depositId === null ? null : await foldDeposit(dependencies.events, depositId);
  if (depositId !== null && folded === null) return refused(depositNotFound(depositId));
  const found = folded === null ? null : importable(folded.state);
  if (found?.ok === false) return found;
  return submitNewImport(dependencies, intent, submission, folded);
};
