import type { Database } from '../../embedded/sqlite.js';
import { FOLDED } from '../tables/stored-text.js';
import { allRows, onlyRow } from '../tables/typed-rows.js';
import { GIVEN_COLUMNS, type GivenRow } from './given-entry.js';

/** What a step found. */
export interface CountedStep {
  readonly matches: number;
  /** The last label that it looked at; null where there was none. */
  readonly last: number | null;
}

/** The entries whose folded text contains a needle, in the order of their labels. */
export interface MatchingLabels {
  /** Counts some of those after a label: a bounded piece of work. */
  count(after: number): CountedStep;
  /** Of those after a label, without the first `skip` ones; the highest label first. */
  rows(after: number, part: { readonly skip: number; readonly limit: number }): GivenRow[];
}

/** The characters of a trigram: a shorter needle has none, and each text is looked at. */
export const TRIGRAM = 3;
/**
 * Of a longer needle the trigrams of its end are asked for, and what they find is compared with the whole needle: each
 * trigram costs time, and the first tens of them exclude nearly all.
 */
export const LONGEST_PHRASE = 64;

/** The trigrams of a phrase stand one after the other in exactly those texts that contain it. */
const BY_TRIGRAMS = `
  SELECT rowid AS label,
    CASE WHEN ? THEN instr((SELECT ${FOLDED} FROM entries WHERE label = texts.rowid), ?) > 0 ELSE 1 END AS hit
  FROM texts WHERE texts MATCH ? AND rowid > CAST(? AS INTEGER) ORDER BY rowid
`;
const BY_SCAN = `SELECT label, instr(${FOLDED}, ?) > 0 AS hit FROM entries WHERE label > ? ORDER BY label`;

/** For folded needles. A step looks at `step` entries. */
export const openMatchingLabels = (database: Database, step: number): ((needle: string) => MatchingLabels) => {
  const statementsOf = (labels: string) => ({
    count: database.prepare(`SELECT sum(hit) AS matches, max(label) AS last FROM (${labels} LIMIT ${step})`),
    // The order of the join matters: the planner has no statistics by which it would begin with the few labels.
    rows: database.prepare(`
      SELECT ${GIVEN_COLUMNS} FROM (SELECT label FROM (${labels}) WHERE hit ORDER BY label LIMIT ? OFFSET ?)
      CROSS JOIN entries USING (label) CROSS JOIN partitions ON partitions.id = entries.partition ORDER BY label DESC
    `),
  });
  const [byTrigrams, byScan] = [statementsOf(BY_TRIGRAMS), statementsOf(BY_SCAN)];

  return (needle) => {
    const characters = Array.from(needle);
    const isScanned = characters.length < TRIGRAM;
    const phrase = characters.slice(-LONGEST_PHRASE).join('');
    const { count, rows } = isScanned ? byScan : byTrigrams;
    const values = isScanned ? [needle] : [phrase === needle ? 0 : 1, needle, `"${phrase.replaceAll('"', '""')}"`];
    return {
      count(after) {
        const found = onlyRow<{ matches: number | null; last: number | null }>(count, ...values, after);
        return { matches: found.matches ?? 0, last: found.last };
      },
      rows: (after, { skip, limit }) => allRows(rows, ...values, after, limit, skip),
    };
  };
};
