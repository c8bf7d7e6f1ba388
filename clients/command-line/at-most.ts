/**
 * Does a work for each item, at most so many at once. After a failure nothing more is begun; it rejects with the first
 * failure when what was under way has ended.
 */
export const atMost = async <Item>(
  count: number,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true && failures.length === 0; next = queue.next()) {
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
  if (failures.length > 0) throw failures[0];
};
