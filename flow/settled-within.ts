import { pause } from './pause.js';

/** Waits until the promise has settled, but no longer than so many milliseconds; whether it has. It never rejects. */
export const settledWithin = async (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  const over = new AbortController();
  const settled = (): boolean => true;
  try {
    return await Promise.race([promise.then(settled, settled), pause(ms, over.signal).then(() => false)]);
  } finally {
    over.abort();
  }
};
