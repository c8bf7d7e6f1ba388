import { backOffMs } from '../../flow/back-off.js';
import { pause } from '../../flow/pause.js';
import { ApiFault } from './api-fault.js';

/** The clock, pause and messages of retries. */
export interface RetryContext {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Resolves early when the signal aborts. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Tells the user about a retry. */
  readonly notify: (sentence: string) => void;
  /** Nothing is retried after it aborts. */
  readonly signal?: AbortSignal;
}

/** How long a request is retried after its first failure, and after a change of the progress that the answers tell of. */
const RETRY_FOR_MS = 60_000;
const BACKOFF = { firstMs: 500, capMs: 10_000 } as const;

/** A context with the clock of this process. */
export const realRetryContext = (
  notify: RetryContext['notify'] = () => undefined,
  signal?: AbortSignal,
): RetryContext => ({
  now: () => performance.now(),
  pause: (ms, given = signal) => pause(ms, given),
  notify,
  ...(signal === undefined ? {} : { signal }),
});

/** Whether an error is marked transient: the same call may succeed later. */
const isTransient = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'transient' in error && error.transient === true;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const progressOf = (error: unknown): string | null => (error instanceof ApiFault ? error.progress : null);

/** Answers for each failure until when the work is tried again; the user is told once, and once of a progress. */
const patience = ({ now, notify }: Pick<RetryContext, 'now' | 'notify'>): ((error: unknown) => number) => {
  let until: number | null = null;
  let seen: string | null = null;
  return (error) => {
    const progress = progressOf(error);
    const how = progress === null ? 'Trying again for up to a minute.' : 'Waiting as long as there is progress.';
    const moves = progress !== null && progress !== seen;
    if (until === null || (moves && seen === null)) notify(`${reasonOf(error).replace(/\.?$/, '.')} ${how}`);
    until = until === null || moves ? now() + RETRY_FOR_MS : until;
    seen = progress ?? seen;
    return until;
  };
};

/**
 * Runs repeatable work, and retries it for a minute while its errors are transient, and for as long as they tell of a
 * progress that moves. Rejects with the last error.
 */
export const withRetries = async <T>(
  work: () => Promise<T>,
  { now, pause, notify, signal }: RetryContext,
  isRetryable: (error: unknown) => boolean = isTransient,
): Promise<T> => {
  const isOver = (): boolean => signal?.aborted === true;
  const triedUntil = patience({ now, notify });
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || isOver()) throw error;
      const until = triedUntil(error);
      const asked = error instanceof ApiFault ? error.retryAfterMs : 0;
      const waitMs = Math.max(asked, backOffMs(failures, BACKOFF));
      if (now() + waitMs > until) throw error;
      await pause(waitMs);
      if (isOver()) throw error;
    }
  }
};
