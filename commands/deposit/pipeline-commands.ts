import type { PipelineCounts, WorkOfRun } from '../../events/pipeline-run.js';
import type { AnyCommand } from '../core/decider.js';
import type { EndedStatus, UnfinishedStatus } from './pipeline-run.js';

interface OfRun<Type extends string> extends AnyCommand<Type> {
  readonly depositId: string;
  readonly runId: string;
}

/** `workingBucket` is the only bucket whose workspaces the pipeline reads. */
export interface QueuePipelineRun extends OfRun<'QueuePipelineRun'> {
  readonly workingBucket: string;
  /** The run that has ended and that this one repeats. */
  readonly retryOf?: string;
}

/** `epoch` is the one that the worker saw, 0 for a run that waits; the claim is for the next one. */
export interface ClaimPipelineRun extends OfRun<'ClaimPipelineRun'> {
  readonly epoch: number;
  readonly worker: string;
}

/** Commands of the worker that has the run in this epoch. */
export type PipelineWorkerCommand =
  | (OfRun<'RecordPipelineMetadata'> & { readonly epoch: number })
  | (OfRun<'CompletePipelineRun'> & WorkOfRun & { readonly epoch: number; readonly counts: PipelineCounts })
  | (OfRun<'FailPipelineRun'> & WorkOfRun & { readonly epoch: number; readonly errors: string });

/** What a caller of the interface says about the run (companion 12.4); `errors` only with `completedWithErrors`. */
export interface ReportPipelineStatus extends OfRun<'ReportPipelineStatus'> {
  readonly status: UnfinishedStatus | EndedStatus;
  readonly errors: string | null;
}

/** Ends the run if the deposit has no fact about it at or after `before` (UTC, seven fractional digits). */
export interface EndStalePipelineRun extends OfRun<'EndStalePipelineRun'> {
  readonly before: string;
}

/** All commands about pipeline runs. */
export type PipelineCommand =
  QueuePipelineRun | ClaimPipelineRun | PipelineWorkerCommand | ReportPipelineStatus | EndStalePipelineRun;
