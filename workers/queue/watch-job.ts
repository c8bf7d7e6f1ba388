import { LeaseLost } from '../../flow/lease/lease-lost.js';
import { pause } from '../../flow/pause.js';
import type { JobHold } from '../job-kind.js';

/** How often the ledger of a running job is read, in milliseconds. */
const LOOK_EVERY_MS = 2_000;

/** A job as one process has claimed it. */
export interface ClaimedJob {
  readonly holder: string;
  readonly epoch: number;
  readonly holding: () => Promise<JobHold>;
}

const lossOf = (hold: JobHold, { holder, epoch }: ClaimedJob): LeaseLost | null => {
  if (hold.state !== 'held') return new LeaseLost('the job has ended');
  return hold.holder === holder && hold.epoch === epoch
    ? null
    : new LeaseLost('another process has taken over the job');
};

/**
 * Reads the ledger of a running job regularly until the signal aborts, and calls back once this process no longer has
 * the job, since that has ended (it was cancelled, say) or another process has it.
 */
export const watchJob = async (
  job: ClaimedJob,
  onLost: (why: LeaseLost) => void,
  signal: AbortSignal,
): Promise<void> => {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    await pause(LOOK_EVERY_MS, signal);
    if (isOver()) return;
    // An unavailable log is no reason to stop: what is recorded there is fenced by the epoch.
    const loss = await job.holding().then(
      (hold) => lossOf(hold, job),
      () => null,
    );
    if (loss === null || isOver()) continue;
    onLost(loss);
    return;
  }
};
