import type { CommandResult } from '../../commands/core/decider.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { type Intent, pipelineRunIntent } from '../../commands/core/intent.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import type { PipelineTools } from '../../formats/tools/findings/tool-ports.js';
import type { WithCorrelation } from '../job-kind.js';
import type { Log } from '../log.js';
import type { ReportProgress } from '../progress.js';
import type { Step } from '../step.js';
import type { LocalCopies } from './local-copies.js';
import type { PipelineTask } from './pipeline-task.js';
import type { RequireLive } from './require-live.js';
import type { Scratch } from './scratch.js';
import type { StepTimes } from './step-times.js';

/** What every run of a process is worked with. */
export interface PipelineSurroundings {
  readonly dependencies: Dependencies;
  readonly log: Log;
  readonly tools: PipelineTools;
  readonly copies: LocalCopies;
  readonly scratch: Scratch;
  /** How many bytes of copies one run may have on the local disk at a time. */
  readonly maxBytes: number;
  /** For `bag-info.txt`; null where it is not configured. */
  readonly sourceOrganization: string | null;
  /** How many days old virus signatures may be before the run warns of them. */
  readonly signatureDays: number;
}

export interface PipelineWork extends PipelineSurroundings {
  readonly task: WithCorrelation<PipelineTask>;
  readonly epoch: number;
  readonly signal: AbortSignal;
  readonly report: ReportProgress;
}

/** One worker's attempt at a run that it has on the deposit. */
export interface RunAttempt extends PipelineWork {
  readonly by: string;
  readonly step: Step;
  readonly requireLive: RequireLive;
  readonly times: StepTimes;
  /** The folder of the run on the local disk. */
  readonly folder: string;
  /** Where tools put their temporary files; within that folder. */
  readonly temporaryFolder: string;
}

/** The intent of a step of this attempt; in another epoch its id is another one. */
export const intentOf = ({ dependencies, task, by, epoch }: RunAttempt, name: string): Intent =>
  pipelineRunIntent(dependencies, task, `${name} in epoch ${epoch}`, by);

/** The run of an attempt, as commands on its own stream name it. */
export const recordOf = ({ task, epoch }: RunAttempt) => ({ runId: task.jobId, epoch });

/** The same, as commands on its deposit name it. */
export const runOf = (attempt: RunAttempt) => ({ depositId: attempt.task.depositId, ...recordOf(attempt) });

/** The result of a command; a refusal means that the run has ended or another worker has it. */
export const accepted = <T>(result: CommandResult<T>): T => {
  if (!result.ok) throw new LeaseLost(result.refusal.detail);
  return result.value;
};
