import type { Fact, Position, NewFact, RecordedFact } from './envelope.js';
import { faultClass } from '../flow/fault.js';

/**
 * The expected state of a stream: its last revision, no facts, any facts, or no expectation. Only with a revision or
 * `none` is a repeated append always recognised; with the others as best effort.
 */
export type ExpectedRevision = bigint | 'none' | 'exists' | 'any';

/** The last fact of an append, or of the earlier append that it repeats; `position` may then be unknown. */
export interface AppendResult {
  readonly revision: bigint;
  readonly position: Position | null;
}

/** Limits of one append, enforced by every adapter. */
export const APPEND_LIMITS = { factBytes: 256 * 1024, appendBytes: 800 * 1024, facts: 500 } as const;

/** The stream is not at the expected revision. `actual` is its last revision, `none` when it has no facts. */
export class RevisionConflict extends Error {
  override name = 'RevisionConflict';
  readonly code = 'revision-conflict';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: bigint | 'none';
  constructor(stream: string, expected: ExpectedRevision, actual: bigint | 'none') {
    super(`${stream} was expected at ${expected} and is at ${actual}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Why a call of an event store failed. */
export type EventStoreFaultCode =
  | 'append-too-large' // over APPEND_LIMITS; nothing was written
  | 'fact-not-encodable' // data that JSON does not preserve, or an undeclared type; nothing was written
  | 'stream-name-invalid' // not `<category>-<id>`; nothing was written
  | 'fact-not-decodable' // a stored fact that cannot be converted to its present schema
  | 'store-full' // no room on the disk; nothing was written
  | 'store-in-use' // another process uses the store
  | 'store-closed'
  | 'outcome-unknown' // the append may or may not have been written: repeat with the same ids and expectation
  | 'store-unavailable';

export class EventStoreFault extends faultClass<EventStoreFaultCode>('EventStoreFault', [
  'outcome-unknown',
  'store-unavailable',
]) {}

export interface ReadOptions {
  /** First revision (inclusive). Forwards: from 0 by default; backwards: from the last. */
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

/** A part of the log. */
export interface LogSelection extends FeedOptions {
  /** Only facts before this position (exclusive), or all up to the `end` of the log, the newest first. */
  readonly before?: Position | 'end' | undefined;
  readonly limit?: number;
}

/**
 * What a subscriber receives, in the order of the log. `progress`: everything up to `position` was read (so a filter
 * that rarely matches still advances); `caught-up`: the subscriber has reached the head of the log. Both come after
 * every fact up to their position.
 */
export type Delivery<F extends Fact = Fact> =
  | { readonly kind: 'fact'; readonly fact: RecordedFact<F> }
  | { readonly kind: 'progress' | 'caught-up'; readonly position: Position | null };

/**
 * The log of facts. Stream names are `<category>-<id>`; the category has no dash and does not start with `$`.
 *
 * - `append` writes all or nothing and answers when the facts are durable and visible to `read` and `readAll`.
 *   Repeating it with the same ids and expectation changes nothing and gives the first answer, even when the stream has
 *   new facts. Rejects with RevisionConflict or EventStoreFault.
 * - `read` of a stream that does not exist yields nothing.
 * - `readAll` and `subscribe` give facts in one total order, without gaps: after a fact, none with an earlier position
 *   ever appears.
 * - `subscribe` ends when its signal aborts, and does not resume by itself: when it throws, subscribe again after the
 *   last handled position.
 */
export interface EventStore {
  append(stream: string, facts: readonly NewFact[], expected: ExpectedRevision): Promise<AppendResult>;
  read<F extends Fact>(stream: string, options?: ReadOptions): AsyncIterable<RecordedFact<F>>;
  readAll<F extends Fact>(options?: LogSelection): AsyncIterable<RecordedFact<F>>;
  subscribe<F extends Fact>(options: FeedOptions, signal: AbortSignal): AsyncIterable<Delivery<F>>;
  /** The position of the newest fact; null while there is none. */
  head(): Promise<Position | null>;
  /** The `occurredAt` of the newest fact, whatever its type; null while there is none. */
  newestAt(): Promise<string | null>;
}

export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));
