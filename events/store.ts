import type { Fact, Position, Proposed, Recorded } from './envelope.js';

/**
 * What a writer believes of a stream: its last revision, that it has none, that it exists, or nothing at all.
 * Only a revision or `none` makes a repeat safe for ever; the other two recognise a repeat as best effort.
 */
export type Expected = bigint | 'none' | 'exists' | 'any';

/** The last fact of an append, or of the earlier append that this one repeats; then `position` may be unknown. */
export interface Appended {
  readonly revision: bigint;
  readonly position: Position | null;
}

/** Limits of one append, kept by every adapter so that no store is kinder than another. */
export const APPEND_LIMITS = { factBytes: 256 * 1024, appendBytes: 800 * 1024, facts: 500 } as const;

/** The stream is not where the writer believed. `actual` is its last revision, `none` when it has no facts. */
export class RevisionConflict extends Error {
  override name = 'RevisionConflict';
  readonly code = 'revision-conflict';
  readonly stream: string;
  readonly expected: Expected;
  readonly actual: bigint | 'none';
  constructor(stream: string, expected: Expected, actual: bigint | 'none') {
    super(`${stream} was expected at ${expected} and is at ${actual}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Why an event store could not do as it was asked. */
export type EventStoreFaultCode =
  | 'append-too-large' // over APPEND_LIMITS; nothing was written
  | 'fact-not-encodable' // data that JSON does not carry, or a type the codec does not know; nothing was written
  | 'stream-name-invalid' // not `<category>-<id>`; nothing was written
  | 'fact-not-decodable' // a stored fact that no upcaster leads to today's shape
  | 'store-full' // no room on the disk; nothing was written
  | 'store-in-use' // another process holds the store
  | 'store-closed'
  | 'outcome-unknown' // the append may or may not have been written: repeat with the same ids and expectation
  | 'store-unavailable';

export class EventStoreFault extends Error {
  override name = 'EventStoreFault';
  readonly code: EventStoreFaultCode;
  /** Whether the same call may succeed later. */
  readonly transient: boolean;
  constructor(code: EventStoreFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.transient = code === 'outcome-unknown' || code === 'store-unavailable';
  }
}

export interface ReadOptions {
  /** First revision wanted (inclusive). Forwards: from 0 by default; backwards: from the last. */
  readonly from?: bigint;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

export interface FeedOptions {
  /** Only facts after this position (exclusive); from the beginning when absent. */
  readonly after?: Position | undefined;
  /** Only streams of these categories (the part of a stream's name before the first dash); all when absent. */
  readonly categories?: readonly string[] | undefined;
}

/**
 * What a subscriber receives, in the order of the log. `progress` says that everything up to `position` was
 * considered (so a feed whose filter rarely matches still moves); `caught-up` that the next fact will be a new one.
 * Both come in line, after every fact they cover.
 */
export type Delivery<F extends Fact = Fact> =
  | { readonly kind: 'fact'; readonly fact: Recorded<F> }
  | { readonly kind: 'progress' | 'caught-up'; readonly position: Position | null };

/**
 * The log of facts. Stream names are `<category>-<id>`; the category has no dash and does not start with `$`.
 *
 * - `append` writes all or nothing and answers only when the facts are durable and visible to `read` and `readAll`.
 *   Repeating it with the same ids and the same expectation changes nothing and answers as the first time did, even
 *   when the stream has moved on. Rejects with RevisionConflict or EventStoreFault.
 * - `read` of a stream that does not exist yields nothing.
 * - `readAll` and `subscribe` show facts in one total order, without gaps: once a fact was seen, no fact with an
 *   earlier position ever appears.
 * - `subscribe` ends when its signal aborts, and never resumes by itself: when it throws, subscribe again after the
 *   last position handled.
 */
export interface EventStore {
  append(stream: string, facts: readonly Proposed[], expected: Expected): Promise<Appended>;
  read<F extends Fact>(stream: string, options?: ReadOptions): AsyncIterable<Recorded<F>>;
  readAll<F extends Fact>(options?: FeedOptions & { readonly limit?: number }): AsyncIterable<Recorded<F>>;
  subscribe<F extends Fact>(options: FeedOptions, signal: AbortSignal): AsyncIterable<Delivery<F>>;
  /** The position of the newest fact; null while there is none. */
  head(): Promise<Position | null>;
}

export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
