/**
 * The items of pages, each fetched after the one before; null ends them. Iterates without a generator, whose overhead
 * would equal the cost of reading. Ends when `ended` is true.
 */
export const paged = <Row, Item>(
  nextPage: () => Promise<readonly Row[] | null>,
  itemOf: (row: Row) => Item,
  ended: () => boolean = () => false,
): AsyncIterable<Item> => ({
  [Symbol.asyncIterator]() {
    let page: readonly Row[] = [];
    let index = 0;
    let over = false;
    let fetching: Promise<unknown> | null = null;

    const finish = (): IteratorReturnResult<undefined> => {
      over = true;
      page = [];
      return { done: true, value: undefined };
    };

    const fetch = async (): Promise<void> => {
      try {
        const next = await nextPage();
        if (next === null) finish();
        page = next ?? [];
        index = 0;
      } catch (error) {
        finish();
        throw error;
      } finally {
        fetching = null;
      }
    };

    const next = (): Promise<IteratorResult<Item, undefined>> => {
      if (over || ended()) return Promise.resolve(finish());
      if (fetching !== null) return fetching.then(next);
      if (index === page.length) return (fetching = fetch()).then(next);
      try {
        return Promise.resolve({ done: false, value: itemOf(page[index++] as Row) });
      } catch (error) {
        finish();
        return Promise.reject(error instanceof Error ? error : new Error('an item failed', { cause: error }));
      }
    };

    return { next, return: () => Promise.resolve(finish()) };
  },
});
