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

async function* beginningWith<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
