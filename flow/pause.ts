import { onAbort } from './on-abort.js';

/** Resolves after so many milliseconds, or as soon as the signal aborts; it never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const over = (): void => {
      clearTimeout(timer);
      forget?.();
      resolve();
    };
    const timer = setTimeout(over, ms);
    const forget = signal && onAbort(signal, over);
  });
