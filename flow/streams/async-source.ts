/** A list as an asynchronous source, which may be read again. */
export const asyncSource = <T>(items: Iterable<T>): AsyncIterable<T> => ({
  // oxlint-disable-next-line typescript/require-await -- only its readers are asynchronous
  async *[Symbol.asyncIterator]() {
    yield* items;
  },
});
