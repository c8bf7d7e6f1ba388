import { hash } from 'node:crypto';
import type { Position, RecordedFact } from './envelope.js';
import { categoryOf } from './store.js';

/** The facts of one category: how many, and the sum of their digests modulo 2^128 as 32 hexadecimal digits. */
export interface CategoryTally {
  readonly category: string;
  readonly facts: number;
  readonly digest: string;
}

/** The facts that a reader has consumed from the beginning of the log up to a position; null before the first. */
export interface Tally {
  readonly position: Position | null;
  /** Categories with at least one fact, ordered by name. */
  readonly categories: readonly CategoryTally[];
}

/** A category of which two tallies disagree. */
export interface TallyDifference {
  readonly category: string;
  /** How many facts of it each tally has; equal where they counted different facts. */
  readonly expected: number;
  readonly found: number;
  /** The sum of the digests of the missing facts minus that of the surplus ones; hexadecimal as in a tally. */
  readonly digest: string;
}

export const EMPTY_TALLY: Tally = { position: null, categories: [] };

const MASK = (1n << 128n) - 1n;
const HEX_DIGITS = 32;

const textOf = (sum: bigint): string => sum.toString(16).padStart(HEX_DIGITS, '0');
const sumOf = (digest: string): bigint => BigInt(`0x${digest}`);

/** The digest of a fact for a tally: of its stream, revision and id, not of its content. */
export const factDigest = ({ stream, revision, id }: Pick<RecordedFact, 'stream' | 'revision' | 'id'>): string =>
  hash('sha256', `${stream}\n${revision}\n${id}`).slice(0, HEX_DIGITS);

/** The facts of each category: how many, and the sum of their digests. */
export type FactCounts = ReadonlyMap<string, { readonly facts: number; readonly sum: bigint }>;

/** Counts facts that are in the order of the log, by category; those at or before a position are left out. */
export const countFacts = (facts: readonly RecordedFact[], after: Position | null): FactCounts => {
  const counts = new Map<string, { facts: number; sum: bigint }>();
  let counted = after ?? '';
  for (const fact of facts) {
    if (fact.position <= counted) continue;
    counted = fact.position;
    const category = categoryOf(fact.stream);
    const count = counts.get(category);
    const digest = sumOf(factDigest(fact));
    if (count === undefined) counts.set(category, { facts: 1, sum: digest });
    else {
      count.facts += 1;
      count.sum += digest;
    }
  }
  return counts;
};

/** The counts of some categories. */
export const countsOf = (counts: FactCounts, categories: ReadonlySet<string>): FactCounts =>
  new Map([...counts].filter(([category]) => categories.has(category)));

/** The tally after further facts, which were counted and are all after its own position. */
export const addCounts = (tally: Tally, counts: FactCounts, position: Position): Tally => {
  const sums = new Map(tally.categories.map((each) => [each.category, each]));
  for (const [category, { facts, sum }] of counts) {
    const before = sums.get(category) ?? { facts: 0, digest: textOf(0n) };
    const digest = textOf((sumOf(before.digest) + sum) & MASK);
    sums.set(category, { category, facts: before.facts + facts, digest });
  }
  const categories = [...sums.values()].sort((one, other) => (one.category < other.category ? -1 : 1));
  return { position, categories };
};

/**
 * The tally after further facts, which must be in the order of the log and not after `position`. Facts at or before the
 * tally's own position are ignored.
 */
export const addToTally = (tally: Tally, facts: readonly RecordedFact[], position: Position): Tally =>
  addCounts(tally, countFacts(facts, tally.position), position);

const NONE = { facts: 0, digest: textOf(0n) };

/** The categories in which a tally differs from the expected one; positions are not compared. */
export const tallyDifferences = (expected: Tally, found: Tally): readonly TallyDifference[] => {
  const of = ({ categories }: Tally, name: string): Omit<CategoryTally, 'category'> =>
    categories.find(({ category }) => category === name) ?? NONE;
  const names = new Set([...expected.categories, ...found.categories].map(({ category }) => category));
  return [...names].sort().flatMap((category) => {
    const [right, seen] = [of(expected, category), of(found, category)];
    if (right.facts === seen.facts && right.digest === seen.digest) return [];
    const digest = textOf((sumOf(right.digest) - sumOf(seen.digest)) & MASK);
    return [{ category, expected: right.facts, found: seen.facts, digest }];
  });
};
