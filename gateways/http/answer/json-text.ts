/**
 * Writes a value as JSON text in pieces, so that a long answer is never one string. Besides plain values there are two
 * lazy ones: a function that gives the items of an array, and a Map of the members of an object. A lazy value may be at
 * the top, a direct member of an object there, or inside a lazy value; other objects are written whole. A long array in
 * such a place is written item by item, too.
 */
export const jsonText = function* (value: unknown): Generator<string> {
  let pending = '';
  for (const piece of pieces(value)) {
    pending += piece;
    if (pending.length < 32_768) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
};

type Lazy = Map<string, unknown> | (() => Iterable<unknown>) | readonly unknown[];

/** An array with fewer items is written faster as one piece. */
const LONG = 1_000;

const isLazy = (value: unknown): value is Lazy =>
  typeof value === 'function' || value instanceof Map || (Array.isArray(value) && value.length >= LONG);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsLazy = (value: unknown): boolean => isLazy(value) || (isObject(value) && Object.values(value).some(isLazy));

const pieces = function* (value: unknown): Generator<string> {
  if (typeof value === 'function') {
    yield* list((value as () => Iterable<unknown>)());
  } else if (Array.isArray(value) && isLazy(value)) {
    yield* list(value);
  } else if (value instanceof Map) {
    yield* members(value as Map<string, unknown>);
  } else if (holdsLazy(value)) {
    yield* members(Object.entries(value as object));
  } else {
    yield JSON.stringify(value);
  }
};

const list = function* (items: Iterable<unknown>): Generator<string> {
  let before = '[';
  for (const item of items) {
    // A plain item is one piece: yielding pieces through many levels is slow.
    if (holdsLazy(item)) {
      yield before;
      yield* pieces(item);
    } else {
      yield before + JSON.stringify(item);
    }
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
};

const members = function* (entries: Iterable<readonly [string, unknown]>): Generator<string> {
  let before = '{';
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    const start = `${before}${JSON.stringify(name)}:`;
    if (holdsLazy(value)) {
      yield start;
      yield* pieces(value);
    } else {
      yield start + JSON.stringify(value);
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
};
