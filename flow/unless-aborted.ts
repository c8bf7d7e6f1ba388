import { onAbort } from './on-abort.js';

/** Settles as the promise does, but rejects with the signal's reason when that aborts first. */
export const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  let forget = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    forget = onAbort(signal, () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    forget();
  }
};
