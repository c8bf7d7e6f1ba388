import { semaphore } from '../../flow/sharing/semaphore.js';
import { ByteStoreFault } from '../../formats/bytes.js';

/** How many calls a store is asked at once. */
export interface RequestLimits {
  /** Calls under way at once while the store takes them all. */
  readonly most: number;
  /** How long a call waits for its turn, in milliseconds, before it fails as `store-unavailable`. */
  readonly patienceMs: number;
  /** Whether an error says that the store is asked too much. */
  readonly isPushback: (error: unknown) => boolean;
}

/** Limits how many calls of a store are under way at once. */
export interface RequestLimiter {
  /** Runs a call when it is its turn: first come, first served, whoever comes. */
  run<T>(call: () => Promise<T>): Promise<T>;
  /** How many calls may be under way now. */
  width(): number;
}

/**
 * Keeps as many calls under way as a store takes: the number is halved when the store pushes back, and grows by one
 * for every round of calls that it took. A burst of refusals counts once.
 */
export const requestLimiter = ({ most, patienceMs, isPushback }: RequestLimits): RequestLimiter => {
  const calls = semaphore(most, { ms: patienceMs, fault: () => noTurn(patienceMs) });
  let width = most;
  let begun = 0;
  let cutAt = 0;

  const setWidth = (calculated: number): void => {
    width = calculated;
    calls.resize(Math.floor(width));
  };
  const pushedBack = (order: number): void => {
    if (order <= cutAt) return;
    cutAt = begun;
    setWidth(Math.max(1, Math.floor(width / 2)));
  };

  return {
    run: (call) =>
      calls.run(async () => {
        const order = ++begun;
        try {
          const answer = await call();
          setWidth(Math.min(most, width + 1 / width));
          return answer;
        } catch (error) {
          if (isPushback(error)) pushedBack(order);
          throw error;
        }
      }),
    width: () => Math.floor(width),
  };
};

const noTurn = (ms: number): ByteStoreFault =>
  new ByteStoreFault('store-unavailable', `the object store: no call could begin for ${ms} ms`);
