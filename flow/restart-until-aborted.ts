import { backOffMs, type BackOff } from './back-off.js';
import { pause } from './pause.js';

/** How work that ends is begun again. */
export interface Restarting {
  readonly backOff: BackOff;
  /** Ends a wait between two runs; nothing is begun after it aborts. A run that is under way is waited for. */
  readonly signal: AbortSignal;
}

/**
 * Runs work that is to go on for ever, and runs it again whenever it ends, until the signal aborts. The waits between
 * become longer from run to run, and short again after one that answers true: it got somewhere. Rejects with what a run
 * rejects with.
 */
export const restartUntilAborted = async (
  run: () => Promise<boolean>,
  { backOff, signal }: Restarting,
): Promise<void> => {
  const isOver = (): boolean => signal.aborted;
  for (let failures = 0; !isOver(); failures++) {
    if (await run()) failures = 0;
    await pause(backOffMs(failures, backOff), signal);
  }
};
