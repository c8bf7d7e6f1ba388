import type { Dependencies } from '../../commands/core/dependencies.js';
import type { LiveRun } from '../../commands/deposit/pipeline-run.js';
import type { Deposit } from '../../commands/deposit/state.js';
import { readDeposit } from '../../commands/deposit/deposit-stream.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { pause } from '../../flow/pause.js';
import type { PipelineTask } from './pipeline-task.js';

/** A run as one worker has it. */
export interface HeldRun {
  readonly dependencies: Pick<Dependencies, 'events'>;
  readonly task: PipelineTask;
  readonly epoch: number;
}

export interface DepositWithRun {
  readonly deposit: Deposit;
  readonly live: LiveRun;
}

/** How often the deposit is read while tools run, in milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** The run as this worker has it; null when it has ended, or another worker has it. */
export const liveRun = async ({ dependencies, task, epoch }: HeldRun): Promise<DepositWithRun | null> => {
  const deposit = await readDeposit(dependencies.events, task.depositId);
  const live = deposit?.pipeline.live;
  return deposit !== null && live?.runId === task.jobId && live.epoch === epoch ? { deposit, live } : null;
};

/**
 * Reads the deposit regularly, so that the tools are stopped when the run was ended from outside (preservation 3.3) or
 * taken over. Before each effect in the workspace the deposit is read again (`requireLive`).
 */
export class RunWatch {
  readonly #held: HeldRun;
  readonly #ended = new AbortController();
  readonly #watching: Promise<void>;

  constructor(held: HeldRun) {
    this.#held = held;
    this.#watching = this.#watch();
  }

  /** Aborts with LeaseLost when this worker no longer has the run. */
  get lost(): AbortSignal {
    return this.#ended.signal;
  }

  /** Reads the deposit, and throws LeaseLost when this worker no longer has the run. */
  async requireLive(): Promise<DepositWithRun> {
    this.#ended.signal.throwIfAborted();
    const found = await liveRun(this.#held);
    if (found !== null) return found;
    const lost = new LeaseLost('the pipeline run has ended, or another worker has it');
    this.#ended.abort(lost);
    throw lost;
  }

  async stop(): Promise<void> {
    this.#ended.abort(new LeaseLost('the work on the pipeline run has ended'));
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#ended;
    for (;;) {
      await pause(LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      await this.requireLive().catch(() => undefined); // an unavailable log is no reason to stop the tools
    }
  }
}
