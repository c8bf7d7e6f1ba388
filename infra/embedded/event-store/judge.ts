import type { WireFact } from '../../../events/codec/codec.js';
import type { ExpectedRevision } from '../../../events/store.js';

/** The state of the stream of an append. */
export interface StreamState {
  /** The last revision; -1 when there is none. */
  readonly last: number;
  /** Ids with their revisions, from a revision on, at most `count`. */
  idsFrom(first: number, count: number): readonly (readonly [id: string, revision: number])[];
}

/** Write the facts, answer as for the earlier append of the same facts, or refuse. */
export type Verdict =
  { readonly kind: 'write' } | { readonly kind: 'repeat'; readonly revision: number } | { readonly kind: 'conflict' };

/** How many of the last facts are searched for a repeat without an expected revision; more than one append may have. */
const RECENT = 1000;

const WRITE: Verdict = { kind: 'write' };
const CONFLICT: Verdict = { kind: 'conflict' };

/**
 * Without an expected revision the ids of recent facts decide: none of them known is a new append, all known in this
 * order is a repeat, and anything else is refused.
 */
const judgeByIds = (ids: readonly string[], state: StreamState): Verdict => {
  const recent = new Map(state.idsFrom(Math.max(0, state.last - RECENT + 1), RECENT).toReversed());
  const revisions = ids.map((id) => recent.get(id));
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (first === undefined) return WRITE;
  if (last === undefined || last < first || revisions.includes(undefined)) return CONFLICT;
  return { kind: 'repeat', revision: last };
};

/** For a revision before the stream's end: a repeat only if exactly these facts follow that revision. */
const judgeBeforeEnd = (ids: readonly string[], revision: number, state: StreamState): Verdict => {
  if (ids.length === 0 || revision < -1) return CONFLICT;
  const written = state.idsFrom(revision + 1, ids.length);
  const same = written.length === ids.length && written.every(([id], index) => id === ids[index]);
  return same ? { kind: 'repeat', revision: revision + ids.length } : CONFLICT;
};

/**
 * Whether an append is written. At the expected revision the ids are not compared: a repeated append must have the same
 * expected revision.
 */
export const judge = (facts: readonly WireFact[], expected: ExpectedRevision, state: StreamState): Verdict => {
  const ids = facts.map((fact) => fact.id);
  if (expected === 'exists' && state.last === -1) return CONFLICT;
  if (expected === 'any' || expected === 'exists') return judgeByIds(ids, state);
  const revision = expected === 'none' ? -1n : expected;
  if (revision === BigInt(state.last)) return WRITE;
  return revision > BigInt(state.last) ? CONFLICT : judgeBeforeEnd(ids, Number(revision), state);
};
