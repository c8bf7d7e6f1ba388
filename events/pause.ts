/** Resolves after so many milliseconds, or at once when the signal aborts; it never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const over = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal?.addEventListener('abort', over);
  });

export interface Backoff {
  readonly firstMs: number;
  readonly capMs: number;
}

/** How long to wait before attempt number `attempt` + 1: doubling up to the cap, and scattered so that rivals part. */
export const backoffMs = (attempt: number, { firstMs, capMs }: Backoff): number =>
  Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30)) * (0.5 + Math.random() / 2);

/** Who waits for something unless a signal aborts: a signal looks through all its listeners before it takes another. */
const waitingOn = new WeakMap<AbortSignal, Set<() => void>>();

const waiters = (signal: AbortSignal): Set<() => void> => {
  const known = waitingOn.get(signal);
  if (known !== undefined) return known;
  const waiting = new Set<() => void>();
  waitingOn.set(signal, waiting);
  signal.addEventListener('abort', () => waiting.forEach((abort) => abort()), { once: true });
  return waiting;
};

/** Settles as the promise does, but rejects with the signal's reason when that aborts first. */
export const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  const waiting = waiters(signal);
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason as Error);
    waiting.add(abort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    waiting.delete(abort);
  }
};

/** Waits for the promise, but no longer than so many milliseconds. */
export const within = async (promise: Promise<unknown>, ms: number): Promise<void> => {
  const done = new AbortController();
  await Promise.race([promise, pause(ms, done.signal)]).finally(() => done.abort());
};
