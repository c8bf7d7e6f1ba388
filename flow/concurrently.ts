import { yieldEvery } from './yield-every.js';

/** How work on many items goes on side by side. */
export interface Concurrency {
  /** How many items are worked on at once. */
  readonly width: number;
  /** Nothing more is begun after it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does work for every item, at most `width` at once, and asks for no further item while all are busy. After a failure,
 * or when the signal aborts, nothing more is begun; it is thrown when what was under way has ended, so that nothing
 * goes on behind the caller's back. The event loop goes round now and then even where no work has to wait.
 */
export const forEachConcurrently = async <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { width, signal }: Concurrency,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> => {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const failures: unknown[] = [];
  const yielding = yieldEvery();
  let begun = 0;
  const isOver = (): boolean => failures.length > 0 || signal?.aborted === true;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const next = await source.next();
      if (next.done === true || isOver()) return;
      await work(next.value, begun++);
      await yielding();
    }
  };
  const failed = (error: unknown): void => void failures.push(error);
  await Promise.all(Array.from({ length: width }, () => lane().catch(failed)));
  if (isOver()) await source.return?.();
  for (const failure of failures) throw failure;
  signal?.throwIfAborted();
};

/** What is made of every item, in the order of the items; else as `forEachConcurrently`. */
export const mapConcurrently = async <Item, Made>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: Concurrency,
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> => {
  const made: Made[] = [];
  await forEachConcurrently(items, concurrency, async (item, index) => {
    made[index] = await make(item);
  });
  return made;
};
