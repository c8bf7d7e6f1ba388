/** What is to end when a signal aborts. A signal searches all its listeners when one is added, so it has one for all. */
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
