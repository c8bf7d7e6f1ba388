import type { Database } from '../../embedded/sqlite.js';
import { END } from '../tables/schema.js';
import { allRows, firstRow } from '../tables/typed-rows.js';

/** The rarest three-character parts of a needle narrow the candidates down; more parts cost more than they save. */
const COMPARED_GRAMS = 3;
/** The grams that are looked up of a very long needle. */
const MOST_GRAMS = 64;

/** How the entries of a needle are found and counted. */
export interface NeedlePlan {
  /** The query of the full-text index for a superset of the entries; null where it would save nothing. */
  readonly match: string | null;
  /** Whether the query finds the entries themselves, none besides. */
  readonly isGram: boolean;
  /** At least as many as there are entries. */
  readonly atMost: number;
  /** The exact number of entries, where it is kept. */
  readonly total: number | null;
  /** The exact number in each block by its first label, where it is kept; a block without entries is not in it. */
  readonly inBlocks: ReadonlyMap<number, number> | null;
}

const NOTHING: NeedlePlan = { match: null, isGram: false, atMost: 0, total: 0, inBlocks: null };

/** Plans for needles that are folded and not empty; `few` as in SubstringIndexLimits. */
export const openNeedlePlans = (database: Database, few: number): ((needle: string) => NeedlePlan) => {
  const inBlocks = database.prepare('SELECT block, entries FROM short_grams WHERE gram = ?');
  const entriesOf = database.prepare('SELECT entries FROM grams WHERE gram = ?');
  const longer = database.prepare('SELECT gram FROM grams WHERE gram > ? AND gram < ?');
  const pairs = database.prepare('SELECT DISTINCT gram FROM short_grams WHERE gram > ? AND gram < ?');

  const countOf = (gram: string): number => firstRow<{ entries: number }>(entriesOf, gram)?.entries ?? 0;
  const beginningWith = (statement: typeof longer, prefix: string): string[] => {
    return allRows<{ gram: string }>(statement, prefix, `${prefix}\u{10ffff}`).map(({ gram }) => gram);
  };
  /** All that may stand at the place of the needle, three characters each. */
  const gramsFrom = (needle: string, length: number): string[] => {
    const grams = new Set([...beginningWith(longer, needle), `${needle}${END.repeat(3 - length)}`]);
    if (length === 1) for (const pair of beginningWith(pairs, needle)) grams.add(`${pair}${END}`);
    return [...grams].filter((gram) => Array.from(gram).length === 3);
  };

  const planShort = (needle: string, length: number): NeedlePlan => {
    const rows = allRows<{ block: number; entries: number }>(inBlocks, needle);
    const counts = new Map(rows.map(({ block, entries }) => [block, entries]));
    const total = rows.reduce((sum, { entries }) => sum + entries, 0);
    const match = total > 0 && total <= few ? gramsFrom(needle, length).map(quoted).join(' OR ') : null;
    return { match, isGram: false, atMost: total, total, inBlocks: counts };
  };

  return (needle) => {
    const characters = Array.from(needle);
    if (characters.length < 3) return planShort(needle, characters.length);
    const grams = gramsOf(characters).map((each) => ({ ...each, entries: countOf(each.gram) }));
    grams.sort((a, b) => a.entries - b.entries);
    const atMost = grams[0]?.entries ?? 0;
    if (atMost === 0) return NOTHING;
    const match = comparedOf(grams).map(({ gram }) => quoted(gram));
    const total = characters.length === 3 ? atMost : null;
    const isGram = total !== null && !needle.includes(END);
    return { match: match.join(' AND '), isGram, atMost, total, inBlocks: null };
  };
};

interface GramOfNeedle {
  readonly gram: string;
  readonly at: number;
}

const quoted = (gram: string): string => `"${gram.replaceAll('"', '""')}"`;

/** Each gram once. */
const gramsOf = (characters: readonly string[]): GramOfNeedle[] => {
  const grams = new Map<string, GramOfNeedle>();
  for (let at = 0; at + 3 <= characters.length && grams.size < MOST_GRAMS; at++) {
    const gram = characters.slice(at, at + 3).join('');
    if (!grams.has(gram)) grams.set(gram, { gram, at });
  }
  return [...grams.values()];
};

/** The rarest ones, best those that do not overlap: neighbours are often in the same entries, and exclude no others. */
const comparedOf = (rarestFirst: readonly GramOfNeedle[]): readonly GramOfNeedle[] => {
  const apart: GramOfNeedle[] = [];
  for (const gram of rarestFirst) if (apart.every(({ at }) => Math.abs(at - gram.at) >= 3)) apart.push(gram);
  const others = rarestFirst.filter((gram) => !apart.includes(gram));
  return [...apart, ...others].slice(0, COMPARED_GRAMS);
};
