import type { Dependencies } from '../../commands/core/dependencies.js';
import type { LiveRun } from '../../commands/deposit/pipeline-run.js';
import type { Deposit } from '../../commands/deposit/state.js';
import { readDeposit } from '../../commands/deposit/deposit-stream.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import type { PipelineTask } from './pipeline-task.js';

/** A run as one worker has it. */
interface HeldRun {
  readonly dependencies: Pick<Dependencies, 'events'>;
  readonly task: PipelineTask;
  readonly epoch: number;
}

interface DepositWithRun {
  readonly deposit: Deposit;
  readonly live: LiveRun;
}

/** Reads the deposit, and rejects with LeaseLost when this worker no longer has the run: asked directly before each effect. */
export type RequireLive = () => Promise<DepositWithRun>;

export const requireLiveRun =
  ({ dependencies, task, epoch }: HeldRun): RequireLive =>
  async () => {
    const deposit = await readDeposit(dependencies.events, task.depositId);
    const live = deposit?.pipeline.live;
    if (deposit === null || live?.runId !== task.jobId || live.epoch !== epoch)
      throw new LeaseLost('the pipeline run has ended, or another worker has it');
    return { deposit, live };
  };
