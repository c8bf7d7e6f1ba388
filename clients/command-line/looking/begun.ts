/** A listing whose first item is known. */
export interface Begun<T> {
  readonly first: T;
  /** All items, with the first. */
  readonly all: AsyncIterable<T>;
}

/** Reads the first item of a listing; null where there is none. */
export const begun = async <T>(listing: AsyncIterable<T>): Promise<Begun<T> | null> => {
  const rest = listing[Symbol.asyncIterator]();
  const first = await rest.next();
  return first.done === true ? null : { first: first.value, all: beginningWith(first.value, rest) };
};

/** Not a generator, which would cost each of very many items a microsecond. */
const beginningWith = <T>(first: T, rest: AsyncIterator<T>): AsyncIterable<T> => {
  let isBegun = false;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        if (isBegun) return rest.next();
        isBegun = true;
        return Promise.resolve({ done: false, value: first });
      },
      return: async () => {
        await rest.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
};
