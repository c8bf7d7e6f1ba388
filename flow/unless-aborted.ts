import { onAbort } from './on-abort.js';

/**
 * Settles as the promise does, but rejects with the signal's reason when that aborts first, or has aborted before; what
 * the promise comes to then is lost.
 */
export const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  promise.catch(() => undefined); // it may reject after the signal, when nobody waits for it any more
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
