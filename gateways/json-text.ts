/**
 * Writes a value as JSON text, piece by piece, so that a long answer is never one string. Besides plain values it
 * knows two lazy ones: a function gives the items of an array, a Map the members of an object. A lazy value may stand
 * at the top, in an object that has another lazy member, or inside a lazy value; elsewhere objects are written whole.
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

type Lazy = Map<string, unknown> | (() => Iterable<unknown>);

const isLazy = (value: unknown): value is Lazy => typeof value === 'function' || value instanceof Map;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pieces = function* (value: unknown): Generator<string> {
  if (typeof value === 'function') {
    yield* list((value as () => Iterable<unknown>)());
  } else if (value instanceof Map) {
    yield* members(value as Map<string, unknown>);
  } else if (isObject(value) && Object.values(value).some(isLazy)) {
    yield* members(Object.entries(value));
  } else {
    yield JSON.stringify(value);
  }
};

const list = function* (items: Iterable<unknown>): Generator<string> {
  let separator = '';
  yield '[';
  for (const item of items) {
    yield separator;
    yield* pieces(item);
    separator = ',';
  }
  yield ']';
};

const members = function* (entries: Iterable<readonly [string, unknown]>): Generator<string> {
  let separator = '';
  yield '{';
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* pieces(value);
    separator = ',';
  }
  yield '}';
};
