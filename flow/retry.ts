import { backOffMs, type BackOff } from './back-off.js';
import { pause } from './pause.js';

/** How often and for how long something is tried. */
export interface RetryOptions {
  readonly backOff: BackOff;
  /** Ends a wait between attempts; nothing is tried after it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a failure may pass; every one may unless said. The first failure is number 0. */
  readonly mayPass?: (error: unknown, failures: number) => boolean;
  /**
   * How long after the first failure something is tried again: the last wait is cut to that, and a failure that comes
   * later does not pass. Without limit unless said.
   */
  readonly patienceMs?: number;
  /** Told of every failure that another attempt is to follow. */
  readonly onFailure?: (error: unknown, failures: number) => void;
}

/**
 * Does work that may be repeated until it succeeds. Rejects with a failure that does not pass, or with the signal's
 * reason. An attempt that is under way when the signal aborts is waited for.
 */
export const retry = async <T>(
  work: () => Promise<T>,
  { backOff, signal, mayPass = () => true, patienceMs = Infinity, onFailure = () => undefined }: RetryOptions,
): Promise<T> => {
  let deadline: number | null = null;
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error, failures)) throw error;
      signal?.throwIfAborted();
      deadline ??= performance.now() + patienceMs;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw error;
      onFailure(error, failures);
      await pause(Math.min(leftMs, backOffMs(failures, backOff)), signal);
    }
  }
};
