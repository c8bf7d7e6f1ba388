import type { WireFact } from '../../../events/codec.js';
import type { Expected } from '../../../events/store.js';

/** What the judge must know of the stream an append is for. */
export interface StreamState {
  /** The last revision; -1 when there is none. */
  readonly last: number;
  /** Ids with their revisions, from a revision on, at most `count`. */
  idsFrom(first: number, count: number): readonly (readonly [id: string, revision: number])[];
}

/** To write, to answer as an earlier append of the same facts did, or to refuse. */
export type Verdict =
  { readonly kind: 'write' } | { readonly kind: 'repeat'; readonly revision: number } | { readonly kind: 'conflict' };

/** How far back a repeat is recognised when the writer named no revision; more than one append can hold. */
const RECENT = 1000;

const WRITE: Verdict = { kind: 'write' };
const CONFLICT: Verdict = { kind: 'conflict' };

/**
 * Without a revision the ids decide, each standing for the first recent fact that has it: none known is new, all known in
 * their order is a repeat, and anything else is neither.
 */
const judgeByIds = (ids: readonly string[], state: StreamState): Verdict => {
  const recent = new Map(state.idsFrom(Math.max(0, state.last - RECENT + 1), RECENT).toReversed());
  const revisions = ids.map((id) => recent.get(id));
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (first === undefined) return WRITE;
  if (last === undefined || last < first || revisions.includes(undefined)) return CONFLICT;
  return { kind: 'repeat', revision: last };
};

/** Behind the stream's end, only the very facts that stand after the named revision are a repeat. */
const judgeBehind = (ids: readonly string[], revision: number, state: StreamState): Verdict => {
  if (ids.length === 0 || revision < -1) return CONFLICT;
  const written = state.idsFrom(revision + 1, ids.length);
  const same = written.length === ids.length && written.every(([id], index) => id === ids[index]);
  return same ? { kind: 'repeat', revision: revision + ids.length } : CONFLICT;
};

/**
 * Whether an append is written. At the very revision the writer named, the ids are not looked at: whoever repeats an
 * append must repeat the expectation too.
 */
export const judge = (facts: readonly WireFact[], expected: Expected, state: StreamState): Verdict => {
  const ids = facts.map((fact) => fact.id);
  if (expected === 'exists' && state.last === -1) return CONFLICT;
  if (expected === 'any' || expected === 'exists') return judgeByIds(ids, state);
  const revision = expected === 'none' ? -1n : expected;
  if (revision === BigInt(state.last)) return WRITE;
  return revision > BigInt(state.last) ? CONFLICT : judgeBehind(ids, Number(revision), state);
};
