import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { Position } from '../../events/envelope.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { onLedger } from '../archival-group/ledger-stream.js';
import { withoutValue, written, type CommandResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent, StreamFact } from '../core/intent.js';
import type { SteeringStep } from '../core/steering.js';
import { onDeposit } from '../deposit/deposit-stream.js';
import { onPlatformJob } from '../platform-job/platform-job-stream.js';
import { finishExportAbandoned } from '../processes/exports/export-steps.js';
import { finishAbandoned } from '../processes/imports/end-import.js';

/** A job, with what decides on it. */
export type SteerableJob =
  | { readonly kind: 'import' | 'export'; readonly jobId: string; readonly archivalGroup: RepositoryPath }
  | { readonly kind: 'pipelineRun' | 'archiving'; readonly jobId: string; readonly depositId: string }
  | { readonly kind: 'audit' | 'adoption' | 'rebuild'; readonly jobId: string };

/** The steps that follow from a cancel: the end of the job on its own stream, and of its deposit. */
const finishCancel = async (
  dependencies: Dependencies,
  fact: StreamFact<ArchivalGroupFact> | undefined,
): Promise<Position | null> => {
  if (fact?.type === 'ImportAbandoned') return finishAbandoned(dependencies, fact);
  return fact?.type === 'ExportAbandoned' ? finishExportAbandoned(dependencies, fact) : null;
};

/**
 * Holds, releases, turns or cancels a job that has not ended. What the job is already changes nothing. Refused with
 * `job-ended`; with `job-running` (a hold, a priority) or `job-not-held` (a release) once a worker has begun it; a cancel
 * with `version-decided` or `removal-decided` after the commit point.
 */
export const steerJob = async (
  dependencies: Dependencies,
  intent: Intent,
  job: SteerableJob,
  step: SteeringStep,
): Promise<CommandResult<null>> => {
  const { jobId } = job;
  if ('depositId' in job) {
    const { depositId } = job;
    return withoutValue(await onDeposit(dependencies, intent, { type: 'SteerJob', depositId, jobId, step }));
  }
  if (!('archivalGroup' in job))
    return withoutValue(await onPlatformJob(dependencies, intent, { type: 'SteerJob', jobId, step }));
  const command = { type: 'SteerJob', path: job.archivalGroup, jobId, step } as const;
  const steered = await onLedger(dependencies, intent, command);
  if (!steered.ok) return steered;
  return written(null, (await finishCancel(dependencies, steered.value[0])) ?? steered.position);
};
