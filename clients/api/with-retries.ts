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

/** How long after its first failure a request is retried. */
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

/** Runs repeatable work, and retries it for a minute while its errors are transient. Rejects with the last error. */
export const withRetries = async <T>(
  work: () => Promise<T>,
  { now, pause, notify, signal }: RetryContext,
  isRetryable: (error: unknown) => boolean = isTransient,
): Promise<T> => {
  const isOver = (): boolean => signal?.aborted === true;
  let until: number | null = null;
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || isOver()) throw error;
      if (until === null) notify(`${reasonOf(error).replace(/\.?$/, '.')} Trying again for up to a minute.`);
      until ??= now() + RETRY_FOR_MS;
      const asked = error instanceof ApiFault ? error.retryAfterMs : 0;
      const waitMs = Math.max(asked, backOffMs(failures, BACKOFF));
      if (now() + waitMs > until) throw error;
      await pause(waitMs);
      if (isOver()) throw error;
    }
  }
};
