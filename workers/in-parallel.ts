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
  const work = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true && !failed; next = iterator.next()) {
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
