import type { SinonFakeTimers } from 'sinon';

/** Fires one timer of a fake clock after another until work has settled, and no more: others may set timers for ever. */
export const settledOn = async <T>(clock: SinonFakeTimers, work: Promise<T>): Promise<T> => {
  const ends: number[] = [];
  const end = (): void => void ends.push(clock.now);
  work.then(end, end);
  while (ends.length === 0) await clock.nextAsync();
  return work;
};
