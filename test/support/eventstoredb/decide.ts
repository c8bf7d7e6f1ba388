/** What a writer expects; NO_STREAM is -1. */
export type Expectation = bigint | 'any' | 'stream-exists';

/** What the decision looks at. */
export interface StreamState {
  /** The last revision; -1 when the stream has no events. */
  readonly last: number;
  readonly isTombstoned: boolean;
  readonly isSoftDeleted: boolean;
  readonly hasMetadata: boolean;
  /** The id of the event at a revision. */
  idAt(revision: number): string | undefined;
  /** The revision of a recent event of this stream by its id: a memory that a restart empties. */
  recent(id: string): number | undefined;
}

/** To write, to answer as the earlier append of the same events did, to refuse, or to give no answer at all. */
export type Verdict =
  | { readonly kind: 'write' }
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'repeat'; readonly revision: number }
  | { readonly kind: 'wrong-expected-version' }
  | { readonly kind: 'stream-deleted' };

const WRITE: Verdict = { kind: 'write' };
const WRONG: Verdict = { kind: 'wrong-expected-version' };
const DELETED: Verdict = { kind: 'stream-deleted' };

/** The server fails to make an answer for a repeat whose last event stands before its first, and so sends none. */
const byRecentIds = (stream: StreamState, ids: readonly string[]): Verdict => {
  const revisions: number[] = [];
  for (const id of ids) {
    const revision = stream.recent(id);
    if (revision === undefined) return revisions.length === 0 ? WRITE : WRONG;
    revisions.push(revision);
  }
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (first === undefined || last === undefined) return WRITE;
  return last < first ? { kind: 'no-answer' } : { kind: 'repeat', revision: last };
};

const behind = (stream: StreamState, expected: number, ids: readonly string[]): Verdict => {
  const same = ids.findIndex((id, index) => stream.idAt(expected + 1 + index) !== id);
  if (ids.length > 0 && same === -1) return { kind: 'repeat', revision: expected + ids.length };
  return same === 0 && expected === -1 && stream.isSoftDeleted ? WRITE : WRONG;
};

/** The server's table of expected revisions, row by row. */
export const decide = (stream: StreamState, expected: Expectation, ids: readonly string[]): Verdict => {
  if (stream.isTombstoned) return DELETED;
  if (expected === 'stream-exists') {
    if (stream.isSoftDeleted) return DELETED;
    if (stream.last === -1 && !stream.hasMetadata) return WRONG;
  }
  if (typeof expected === 'string') return byRecentIds(stream, ids);
  if (expected > BigInt(stream.last)) return WRONG;
  return expected === BigInt(stream.last) ? WRITE : behind(stream, Number(expected), ids);
};
