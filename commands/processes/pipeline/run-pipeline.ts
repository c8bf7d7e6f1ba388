import type { PipelineCounts, PipelineFindings, PipelineTool } from '../../../events/pipeline-run.js';
import { refused } from '../../../flow/result.js';
import { withoutValue, written, type CommandResult } from '../../core/command-result.js';
import { refuse } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { askedBy, type Intent } from '../../core/intent.js';
import { onDeposit } from '../../deposit/on-deposit.js';
import { onPipelineRun } from '../../pipeline-run/on-pipeline-run.js';

/** A run that needs a worker. */
export interface PipelineRunOfDeposit {
  readonly depositId: string;
  readonly runId: string;
}

/** A run, and the epoch in which a worker has it. */
export interface PipelineRunInEpoch extends PipelineRunOfDeposit {
  readonly epoch: number;
}

/** `epoch` is the one that the worker saw, 0 for a run that waits. */
export interface PipelineClaim extends PipelineRunInEpoch {
  /** Identifies the process. */
  readonly worker: string;
}

/** Content that was worked in a step so far. */
export interface PipelineProgress extends PipelineRunInEpoch {
  /** The name of the step of the sequence. */
  readonly step: string;
  readonly files: number;
  /** Null while it is not known how many there are. */
  readonly of: number | null;
  readonly bytes: number;
}

/** The tools of a run; `warnings` are sentences about them. */
export interface PipelineToolsOfRun extends PipelineRunInEpoch {
  readonly tools: readonly PipelineTool[];
  readonly warnings: readonly string[];
}

/** A part of what the run found, of at most 256 KiB as JSON; `page` counts from 0. */
export interface PipelineFindingsPage extends PipelineRunInEpoch, PipelineFindings {
  readonly page: number;
}

/**
 * Every function below is refused with `pipeline-run-ended` once the run has ended, was forced to its end, or was
 * deleted with its deposit; with `pipeline-run-reassigned` for a worker whose epoch is not the present one; with
 * `pipeline-run-not-found` for a run that the deposit never had. A worker that gets one of them stops. Each is safe to
 * repeat with the same intent. Faults of the event store are thrown.
 */
type Refusable<T> = Promise<CommandResult<T>>;

/** Takes a run up, or over from the worker with `epoch`. Answers the new epoch. */
export const claimPipelineRun = async (
  dependencies: Dependencies,
  intent: Intent,
  claim: PipelineClaim,
): Refusable<{ readonly epoch: number }> => {
  const result = await onDeposit(dependencies, intent, { type: 'ClaimPipelineRun', ...claim, ...askedBy(intent) });
  if (!result.ok) return result;
  const [fact] = result.value;
  if (fact?.type !== 'PipelineRunClaimed')
    return refused(refuse('pipeline-run-reassigned', `Pipeline run ${claim.runId} was not claimed.`));
  return written({ epoch: fact.data.epoch }, result.position);
};

/** Records that the output of the tools is in the workspace (preservation 3.3). */
export const recordPipelineMetadata = async (
  dependencies: Dependencies,
  intent: Intent,
  run: PipelineRunInEpoch,
): Refusable<null> =>
  withoutValue(await onDeposit(dependencies, intent, { type: 'RecordPipelineMetadata', ...run, ...askedBy(intent) }));

/** Ends the run as completed, and releases the lock of the deposit. Only the most frequent formats are kept. */
export const completePipelineRun = async (
  dependencies: Dependencies,
  intent: Intent,
  run: PipelineRunInEpoch & { readonly counts: PipelineCounts },
): Refusable<null> =>
  withoutValue(await onDeposit(dependencies, intent, { type: 'CompletePipelineRun', ...run, ...askedBy(intent) }));

/** Ends the run as completed with errors, and releases the lock of the deposit. `errors` is one message. */
export const failPipelineRun = async (
  dependencies: Dependencies,
  intent: Intent,
  run: PipelineRunInEpoch & { readonly errors: string },
): Refusable<null> =>
  withoutValue(await onDeposit(dependencies, intent, { type: 'FailPipelineRun', ...run, ...askedBy(intent) }));

type OnRecord<T> = (dependencies: Dependencies, intent: Intent, record: T) => Refusable<null>;

/** Records the tools of the run and the warnings about them, on the run's own stream. */
export const recordPipelineTools: OnRecord<PipelineToolsOfRun> = async (
  dependencies,
  intent,
  { runId, epoch, tools, warnings },
) => {
  const command = { type: 'RecordPipelineTools', runId, epoch, tools, warnings, ...askedBy(intent) } as const;
  return withoutValue(await onPipelineRun(dependencies, intent, command));
};

/** Records how far a step has come, on the run's own stream. */
export const recordPipelineProgress: OnRecord<PipelineProgress> = async (
  dependencies,
  intent,
  { runId, epoch, step, files, of, bytes },
) => {
  const command = { type: 'RecordPipelineProgress', runId, epoch, step, files, of, bytes, ...askedBy(intent) } as const;
  return withoutValue(await onPipelineRun(dependencies, intent, command));
};

/** Records a part of what the run found, on the run's own stream. */
export const recordPipelineFindings: OnRecord<PipelineFindingsPage> = async (
  dependencies,
  intent,
  { runId, epoch, page, infected, unidentified, failed },
) => {
  const found = { epoch, page, infected, unidentified, failed };
  const command = { type: 'RecordPipelineFindings', runId, ...found, ...askedBy(intent) } as const;
  return withoutValue(await onPipelineRun(dependencies, intent, command));
};
