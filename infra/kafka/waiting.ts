import { unlessAborted } from '../../flow/unless-aborted.js';
import { setTimeout as elapse } from 'node:timers/promises';
import { KafkaFault } from './fault.js';

/** The wait before attempt number `attempt` + 1: doubling up to the longest. */
export const delayMs = (attempt: number, firstMs: number, longestMs: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 30));

/** Settles as the promise does, or rejects with `broker-unavailable` when that takes too long; nothing is undone. */
export const inTime = async <T>(promise: Promise<T>, ms: number, what: string): Promise<T> => {
  const done = new AbortController();
  const late = elapse(ms, null, { signal: done.signal }).then(() => {
    throw new KafkaFault('broker-unavailable', `${what} took over ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([promise, late]).finally(() => done.abort());
};

/** Waits until the promise has settled, but no longer than so many milliseconds, and says whether it has. */
export const settledIn = (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return inTime(settled, ms, 'it').catch(() => false);
};

/** For how long and how often something is tried. */
export interface Insistence {
  readonly signal: AbortSignal;
  readonly firstMs: number;
  readonly longestMs: number;
  /** Told of every failure. */
  readonly onFailure: (error: unknown, attempt: number) => void;
}

/** Tries until it succeeds, with longer and longer waits; rejects only with the signal's reason. */
export const insist = async <T>(attempt: () => Promise<T>, options: Insistence): Promise<T> => {
  const { signal, firstMs, longestMs, onFailure } = options;
  for (let count = 0; ; count++) {
    signal.throwIfAborted();
    try {
      return await unlessAborted(attempt(), signal);
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error, count);
    }
    await elapse(delayMs(count, firstMs, longestMs), null, { signal }).catch(() => signal.throwIfAborted());
  }
};
