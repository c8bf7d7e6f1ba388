/**
 * Does a task for every item as it comes, at most `width` at once, and asks for no further item while all are busy. After
 * a failure nothing more is begun; it is thrown when what was under way has ended.
 */
export const atOnce = async <T>(
  items: AsyncIterable<T>,
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      const work: Promise<void> = task(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(work));
      running.add(work);
      if (running.size >= width) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  for (const failure of failures) throw failure;
};
