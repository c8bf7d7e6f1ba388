import type { EventStoreFault } from '../../events/store.js';

/** Settles as the promise does, or rejects with the fault when it has not after so many milliseconds. */
export const inTime = async <Value>(promise: Promise<Value>, ms: number, late: EventStoreFault): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, late);
  });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
};
