import { backOffMs } from '../../flow/back-off.js';
import { isClockCorrected, isTurnedAway } from './fault.js';

interface Attempt {
  getRetryCount(): number;
  /** Milliseconds to wait before it. */
  getRetryDelay(): number;
  /** When the call began, on the monotonic clock. */
  readonly began: number;
}

interface Failure {
  readonly error?: unknown;
  readonly errorType: string;
}

/** What the SDK asks whether and when to send a request again. */
interface Retries {
  acquireInitialRetryToken(): Promise<Attempt>;
  refreshRetryTokenForRetry(attempt: Attempt, failure: Failure): Promise<Attempt>;
  recordSuccess(): void;
}

/** What is repeated, and for how long. */
export interface RetrySettings {
  /** How often a request may be repeated whose outcome is open; 0 for what must not be repeated unseen. */
  readonly unsure: number;
  /** Milliseconds after the beginning of a call from when on nothing of it is sent again. */
  readonly patienceMs: number;
}

/** Those turned away together must not come back together. */
export const BACK_OFF = { firstMs: 100, capMs: 2_000, jitter: 'full' } as const;

const attempt = (count: number, delay: number, began: number): Attempt => ({
  getRetryCount: () => count,
  getRetryDelay: () => delay,
  began,
});

const mayPass = ({ errorType }: Failure): boolean => errorType !== 'CLIENT_ERROR';

/**
 * Repeats a request that the store turned away, also for the time in its signature, until patience ends, and one whose
 * outcome is open so many times. The SDK's own strategies count failures of all callers together and soon repeat nothing for anyone.
 */
export const retries = ({ unsure, patienceMs }: RetrySettings): Retries => ({
  acquireInitialRetryToken: () => Promise.resolve(attempt(0, 0, performance.now())),
  refreshRetryTokenForRetry(last, failure) {
    const count = last.getRetryCount() + 1;
    const delay = backOffMs(last.getRetryCount(), BACK_OFF);
    const inTime = performance.now() + delay - last.began < patienceMs;
    const isRefused = isTurnedAway(failure.error) || isClockCorrected(failure.error);
    const may = isRefused || (mayPass(failure) && count <= unsure);
    return may && inTime
      ? Promise.resolve(attempt(count, delay, last.began))
      : Promise.reject(new Error('no further attempt'));
  },
  recordSuccess: () => undefined,
});
