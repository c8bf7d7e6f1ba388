import { setImmediate } from 'node:timers/promises';

/** After so many tasks others have their turn: what a store knows by heart is answered without one. */
const TURN = 256;

/**
 * Does a task for every item, so many at once. The first failure keeps further tasks from starting, and is thrown when
 * those under way have ended, so that nothing goes on behind the caller's back.
 */
export const inParallel = async <T>(
  items: Iterable<T>,
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  let failed = false;
  let begun = 0;
  let turn: Promise<void> | null = null;
  const giveWay = (): Promise<void> =>
    (turn ??= setImmediate().then(() => {
      turn = null;
    }));
  const work = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true && !failed; next = iterator.next()) {
      begun += 1;
      if (turn !== null || begun % TURN === 0) await giveWay();
      try {
        await task(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: width }, work));
  const failure = results.find((each) => each.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
};
