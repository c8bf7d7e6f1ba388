import { isRecord } from '../../../formats/json/json-record.js';
import { LaterMembers, LazyMembers } from './lazy-members.js';

/** Characters of a piece of text; less than that is written with what follows it. */
const PIECE = 32_768;

/**
 * Writes a value as JSON text in pieces, so that a long answer is never one string. Besides plain values there are
 * lazy ones: a function that gives the items of an array, and a Map or LazyMembers of the members of an object. A lazy value may be at
 * the top, a direct member of an object there, or inside a lazy value; other objects are written whole. A long array in
 * such a place is written item by item, too. Throws where a function gives asynchronous items (`streamedJson`).
 */
export const jsonText = function* (value: unknown): Generator<string> {
  let pending = '';
  for (const part of parts(value)) {
    if (typeof part !== 'string') throw new TypeError('Asynchronous items are written by streamedJson.');
    pending += part;
    if (pending.length < PIECE) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
};

/**
 * The same text where a function may also give asynchronous items, which are plain, and LaterMembers asynchronous members:
 * they are read while the text before them is being sent, and no further than it is.
 */
export const streamedJson = async function* (value: unknown): AsyncGenerator<string> {
  let pending = '';
  for (const part of parts(value)) {
    if (typeof part !== 'string') {
      if (pending !== '') yield pending;
      pending = '';
      yield* part;
    } else if ((pending += part).length >= PIECE) {
      yield pending;
      pending = '';
    }
  }
  if (pending !== '') yield pending;
};

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let pending = '';
  for await (const text of texts) {
    pending += text;
    if (pending.length < PIECE) continue;
    yield pending;
    pending = '';
  }
  if (pending !== '') yield pending;
}

/** The whole text where it is one piece and needs no waiting; else null. */
export const shortJson = (value: unknown): string | null => {
  let text = '';
  for (const part of parts(value)) {
    if (typeof part !== 'string') return null;
    text += part;
    if (text.length >= PIECE) return null;
  }
  return text;
};

/** Each member is a piece of its own, since the next one may be waited for. */
async function* textsOfMembers(entries: AsyncIterable<readonly [string, unknown]>): AsyncGenerator<string> {
  let before = '{';
  for await (const [name, value] of entries) {
    let pending = `${before}${JSON.stringify(name)}:`;
    for (const text of jsonText(value)) {
      yield pending + text;
      pending = '';
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

async function* textsOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

type Items = Iterable<unknown> | AsyncIterable<unknown>;
type Lazy = Map<string, unknown> | LazyMembers | LaterMembers | (() => Items) | readonly unknown[];

/** A part of the text, or the pieces of one that are waited for. */
type Part = string | AsyncIterable<string>;

/** An array with fewer items is written faster as one piece. */
const LONG = 1_000;

const isLazy = (value: unknown): value is Lazy =>
  typeof value === 'function' ||
  value instanceof Map ||
  value instanceof LazyMembers ||
  value instanceof LaterMembers ||
  (Array.isArray(value) && value.length >= LONG);

const holdsLazy = (value: unknown): boolean => isLazy(value) || (isRecord(value) && Object.values(value).some(isLazy));

const parts = function* (value: unknown): Generator<Part> {
  if (typeof value === 'function') {
    const items = (value as () => Items)();
    if (Symbol.asyncIterator in items) yield inPieces(textsOf(items));
    else yield* list(items);
  } else if (Array.isArray(value) && isLazy(value)) {
    yield* list(value);
  } else if (value instanceof Map) {
    yield* members(value as Map<string, unknown>);
  } else if (value instanceof LazyMembers) {
    yield* members(value.entries());
  } else if (value instanceof LaterMembers) {
    yield textsOfMembers(value.entries());
  } else if (holdsLazy(value)) {
    yield* members(Object.entries(value as object));
  } else {
    yield JSON.stringify(value);
  }
};

const list = function* (items: Iterable<unknown>): Generator<Part> {
  let before = '[';
  for (const item of items) {
    // A plain item is one piece: yielding pieces through many levels is slow.
    if (holdsLazy(item)) {
      yield before;
      yield* parts(item);
    } else {
      yield before + JSON.stringify(item);
    }
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
};

const members = function* (entries: Iterable<readonly [string, unknown]>): Generator<Part> {
  let before = '{';
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    const start = `${before}${JSON.stringify(name)}:`;
    if (holdsLazy(value)) {
      yield start;
      yield* parts(value);
    } else {
      yield start + JSON.stringify(value);
    }
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
};
