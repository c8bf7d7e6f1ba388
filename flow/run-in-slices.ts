import { setImmediate } from 'node:timers/promises';
import type { SlicedWork } from './slices.js';

/** Computes slice by slice; the event loop goes round between two. */
export const runInSlices = async <Result>(work: SlicedWork<Result>): Promise<Result> => {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
  }
};
