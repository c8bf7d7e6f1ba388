/** A list as an asynchronous source, which may be read again. */
export const asyncSource = <T>(items: Iterable<T>): AsyncIterable<T> => ({
  // eslint-disable-next-line @typescript-eslint/require-await -- only its readers are asynchronous
  async *[Symbol.asyncIterator]() {
    yield* items;
  },
});
