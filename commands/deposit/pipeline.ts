import type { DepositFact } from '../../events/deposit.js';
import type { PipelineCounts, WorkOfRun } from '../../events/pipeline-run.js';
import { refuse, type Decision, type Refusal } from '../core/decider.js';
import { heldRefusal } from '../core/steering.js';
import { archivingRefusal, exportingRefusal, lockedByOther, pipelineRunRefusal } from './checks.js';
import type {
  ClaimPipelineRun,
  EndStalePipelineRun,
  PipelineCommand,
  PipelineWorkerCommand,
  QueuePipelineRun,
  ReportPipelineStatus,
} from './pipeline-commands.js';
import { endedRun, UNFINISHED, type LiveRun, type UnfinishedStatus } from './pipeline-run.js';
import type { Deposit, DepositState } from './state.js';
import { typeGuard } from '../../events/type-guard.js';

type DepositDecision = Decision<DepositFact>;

/** The text of a run that the platform ended since nothing happened in it (companion 12.4). */
export const STALE_RUN = 'Cleaned up as previous processing did not complete';
/** The text of a run whose deposit was deleted. */
const DELETED = 'The deposit was deleted.';
/** A fact has room for so many formats. */
const FORMATS = 100;

const bucketRefusal = ({ depositId, files }: Deposit, workingBucket: string): Refusal | null =>
  files.bucket === workingBucket
    ? null
    : refuse(
        'pipeline-bucket-not-default',
        `Could not run pipeline because the files of deposit ${depositId} are in bucket ${files.bucket}, not in ${workingBucket}`,
      );

/** Why no run of the deposit can be queued by this caller (preservation 4.6, companion 12.1). */
const queueRefusal = (deposit: Deposit, { depositId, by, workingBucket }: QueuePipelineRun): Refusal | null =>
  exportingRefusal(deposit) ??
  archivingRefusal(deposit) ??
  lockedByOther(deposit, by, `Could not run pipeline because the deposit ${depositId} is locked by`) ??
  pipelineRunRefusal(deposit) ??
  bucketRefusal(deposit, workingBucket);

/** A run that the deposit has or had is not queued again, however late its request is repeated. */
const queue = (command: QueuePipelineRun, deposit: Deposit): DepositDecision => {
  const { depositId, runId, retryOf, by, at } = command;
  const { pipeline } = deposit;
  if (pipeline.live?.runId === runId || endedRun(pipeline, runId) !== null) return [];
  const { archivalGroup, archivalGroupName } = deposit;
  const group = archivalGroup === null ? {} : { archivalGroup };
  const repeated = retryOf === undefined ? {} : { retryOf };
  return (
    queueRefusal(deposit, command) ?? [
      { type: 'PipelineRunQueued', data: { depositId, runId, archivalGroupName, ...group, ...repeated, by, at } },
    ]
  );
};

/** The answer to a worker whose run has ended. */
const runEnded = (runId: string): Refusal =>
  refuse('pipeline-run-ended', `Pipeline run ${runId} has ended; nothing about it changes any more.`);

const reassigned = ({ runId, epoch }: LiveRun): Refusal =>
  refuse('pipeline-run-reassigned', `Pipeline run ${runId} was taken over by another worker, in epoch ${epoch}.`);

/** The run, while it has not ended. */
const liveRun = ({ depositId, pipeline }: Deposit, runId: string): LiveRun | Refusal => {
  if (pipeline.live?.runId === runId) return pipeline.live;
  if (endedRun(pipeline, runId) !== null) return runEnded(runId);
  return refuse('pipeline-run-not-found', `No pipeline run ${runId} for deposit id ${depositId}`);
};

const isRefused = (run: LiveRun | Refusal): run is Refusal => 'code' in run;

/** The run, while it has not ended and this is its epoch. */
const runInEpoch = (
  deposit: Deposit,
  { runId, epoch }: { readonly runId: string; readonly epoch: number },
): LiveRun | Refusal => {
  const run = liveRun(deposit, runId);
  return isRefused(run) || run.epoch === epoch ? run : reassigned(run);
};

/** A worker of the platform takes the run, but not from one outside of the platform. */
const claim = (command: ClaimPipelineRun, deposit: Deposit): DepositDecision => {
  const { depositId, runId, worker, by, at } = command;
  const run = runInEpoch(deposit, command);
  if (isRefused(run)) return run;
  if (run.epoch > 0 && run.worker === null) return reassigned(run);
  const held = heldRefusal(run.steering, `pipeline run ${runId}`);
  if (held !== null) return held;
  return [{ type: 'PipelineRunClaimed', data: { depositId, runId, epoch: run.epoch + 1, worker, by, at } }];
};

/** The most frequent formats, the most frequent first. */
const bounded = (counts: PipelineCounts): PipelineCounts => ({
  ...counts,
  formats: counts.formats
    .toSorted((one, other) => other.files - one.files || (one.puid < other.puid ? -1 : 1))
    .slice(0, FORMATS),
});

const workOf = ({ steps, toolSeconds, findings }: WorkOfRun): WorkOfRun => ({
  ...(steps === undefined ? {} : { steps }),
  ...(toolSeconds === undefined ? {} : { toolSeconds }),
  ...(findings === undefined ? {} : { findings }),
});

const onEpoch = (command: PipelineWorkerCommand, deposit: Deposit): DepositDecision => {
  const run = runInEpoch(deposit, command);
  if (isRefused(run)) return run;
  const { depositId, runId, epoch, by, at } = command;
  const released = deposit.lock?.by ?? null;
  switch (command.type) {
    case 'RecordPipelineMetadata':
      if (run.status === 'metadataCreated') return [];
      return [{ type: 'PipelineMetadataCreated', data: { depositId, runId, epoch, by, at } }];
    case 'CompletePipelineRun':
      return [
        {
          type: 'PipelineRunCompleted',
          data: { depositId, runId, epoch, released, counts: bounded(command.counts), ...workOf(command), by, at },
        },
      ];
    case 'FailPipelineRun':
      return [
        {
          type: 'PipelineRunFailed',
          data: { depositId, runId, epoch, released, errors: command.errors, ...workOf(command), by, at },
        },
      ];
  }
};

interface ByAndAt {
  readonly by: string;
  readonly at: string;
}

const forceCompleted = (
  deposit: Deposit,
  run: LiveRun,
  errors: string | null,
  { by, at }: ByAndAt,
  cancel: { readonly cancelledBy?: string } = {},
): DepositFact => {
  const { depositId } = deposit;
  const released = deposit.lock?.by ?? null;
  return {
    type: 'PipelineRunForceCompleted',
    data: { depositId, runId: run.runId, released, errors, ...cancel, by, at },
  };
};

/**
 * The end of a run by an agent (preservation 3.3), a cancel or a forced completion. Where a worker outside of the platform
 * has the run, whoever reports its end reports its failure, and nobody has cancelled it.
 */
export const cancelRun = (deposit: Deposit, run: LiveRun, errors: string | null, asked: ByAndAt): DepositFact => {
  const isOutside = run.epoch > 0 && run.worker === null;
  return forceCompleted(deposit, run, errors, asked, isOutside ? {} : { cancelledBy: asked.by });
};

/** The facts by which a run outside of the platform gets on; none where it already has this status. */
const advance = (deposit: Deposit, run: LiveRun, status: UnfinishedStatus, { by, at }: ByAndAt): DepositDecision => {
  const [now, next] = [UNFINISHED.indexOf(run.status), UNFINISHED.indexOf(status)];
  if (next < now)
    return refuse(
      'pipeline-status-not-allowed',
      `Pipeline run ${run.runId} is ${run.status}, and cannot be ${status}.`,
    );
  if (next === now) return [];
  const of = { depositId: deposit.depositId, runId: run.runId };
  const isWaiting = run.status === 'waiting';
  const held = heldRefusal(run.steering, `pipeline run ${run.runId}`);
  if (held !== null) return held;
  const epoch = isWaiting ? run.epoch + 1 : run.epoch;
  const claimed: DepositFact = { type: 'PipelineRunClaimed', data: { ...of, epoch, worker: null, by, at } };
  const created: DepositFact = { type: 'PipelineMetadataCreated', data: { ...of, epoch, by, at } };
  return [...(isWaiting ? [claimed] : []), ...(status === 'metadataCreated' ? [created] : [])];
};

/**
 * Records what a caller says about the run (companion 12.4). A repeat of what it already is changes nothing; a run that
 * has ended gets no other status, and none goes back.
 */
const report = (command: ReportPipelineStatus, deposit: Deposit): DepositDecision => {
  const { depositId, runId, status, errors, by, at } = command;
  if (endedRun(deposit.pipeline, runId)?.status === status) return [];
  const run = liveRun(deposit, runId);
  if (isRefused(run)) return run;
  if (status === 'completedWithErrors') return [cancelRun(deposit, run, errors, command)];
  if (status !== 'completed') return advance(deposit, run, status, command);
  const released = deposit.lock?.by ?? null;
  const data = { depositId, runId, epoch: run.epoch, released, counts: null, by, at };
  return [{ type: 'PipelineRunCompleted', data }];
};

/** A run that an agent holds is not stale, however long it waits. */
const endStale = (command: EndStalePipelineRun, deposit: Deposit): DepositDecision => {
  const { live } = deposit.pipeline;
  if (live?.runId !== command.runId || live.changed >= command.before || live.steering.held !== null) return [];
  return [forceCompleted(deposit, live, STALE_RUN, command)];
};

/** The end of the run that a deletion of the deposit breaks off; none where no run is under way. */
export const endByDeletion = (deposit: Deposit, asked: ByAndAt): readonly DepositFact[] => {
  const { live } = deposit.pipeline;
  return live === null ? [] : [forceCompleted(deposit, live, DELETED, asked)];
};

/** The refusal where there is no deposit; clients compare the sentences (companion 12.1, 12.4). */
export const withoutDeposit = ({ type, depositId, runId }: PipelineCommand, { status }: DepositState): Refusal => {
  if (type === 'QueuePipelineRun')
    return refuse('deposit-not-found', `Could not run pipeline because could not find no deposit for ID ${depositId}`);
  const isOfWorker = type !== 'ReportPipelineStatus' && type !== 'EndStalePipelineRun';
  if (status === 'deleted' && isOfWorker) return runEnded(runId);
  return refuse('deposit-not-found', `No deposit for deposit id ${depositId}`);
};

export const isPipelineCommand = typeGuard<PipelineCommand>({
  QueuePipelineRun: true,
  ClaimPipelineRun: true,
  RecordPipelineMetadata: true,
  CompletePipelineRun: true,
  FailPipelineRun: true,
  ReportPipelineStatus: true,
  EndStalePipelineRun: true,
});

/** Decides on the pipeline runs of a deposit (preservation 3.3, 4.6). */
export const decideOnPipeline = (command: PipelineCommand, deposit: Deposit): DepositDecision => {
  switch (command.type) {
    case 'QueuePipelineRun':
      return queue(command, deposit);
    case 'ClaimPipelineRun':
      return claim(command, deposit);
    case 'ReportPipelineStatus':
      return report(command, deposit);
    case 'EndStalePipelineRun':
      return endStale(command, deposit);
    default:
      return onEpoch(command, deposit);
  }
};
