import type { SinonFakeTimers } from 'sinon';

/** The one that no fake clock has replaced. */
const immediate = setImmediate;
const turn = (): Promise<void> => new Promise((resolve) => void immediate(resolve));

/**
 * Fires one timer of a fake clock after another until work has settled, and no more: others may set timers for ever, and
 * none is fired where the work waits for none.
 */
export const settledOn = async <T>(clock: SinonFakeTimers, work: Promise<T>): Promise<T> => {
  const ends: number[] = [];
  const end = (): void => void ends.push(clock.now);
  work.then(end, end);
  await turn();
  while (ends.length === 0) await clock.nextAsync();
  return work;
};
