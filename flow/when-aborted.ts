import { onAbort } from './on-abort.js';

/** Resolves once the signal has aborted; it never rejects, and sets no timer. */
export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
