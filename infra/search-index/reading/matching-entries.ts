import type { Database } from '../../embedded/sqlite.js';
import { ENTRY_COLUMNS, FOLDED, type EntryRow } from '../tables/stored-text.js';
import { allRows, onlyRow } from '../tables/typed-rows.js';

/** Labels from `from` up to `to`, without that. */
export interface LabelRange {
  readonly from: number;
  readonly to: number;
}

export interface PartOfMatches {
  readonly descending: boolean;
  readonly skip: number;
  readonly limit: number;
}

/** Finds the entries whose folded text contains a needle: among those that a full-text query finds, or among all. */
export interface MatchingEntries {
  /** All labels, highest first; for queries that find few. */
  labels(match: string, needle: string): number[];
  /** How many entries a query finds, without a look at them. */
  countGram(match: string, range: LabelRange): number;
  count(match: string | null, needle: string, range: LabelRange): number;
  rows(match: string | null, needle: string, range: LabelRange, part: PartOfMatches): EntryRow[];
  rowsOf(labels: readonly number[]): EntryRow[];
}

const LITERALLY = `instr(${FOLDED}, ?) > 0`;
// The order of the join matters: the planner has no statistics by which it would begin with the full-text index.
const MATCHED = 'FROM texts CROSS JOIN entries ON entries.label = texts.rowid WHERE texts MATCH ?';
const IN = 'texts.rowid >= CAST(? AS INTEGER) AND texts.rowid < CAST(? AS INTEGER)';
const MATCHED_IN = `${MATCHED} AND ${IN} AND ${LITERALLY}`;
const ALL_IN = `FROM entries WHERE label >= ? AND label < ? AND ${LITERALLY}`;

export const openMatchingEntries = (database: Database): MatchingEntries => {
  const one = database.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE label = ?`);
  const labels = database.prepare(`SELECT label ${MATCHED} AND ${LITERALLY} ORDER BY texts.rowid DESC`);
  const countGram = database.prepare(`SELECT count(*) AS entries FROM texts WHERE texts MATCH ? AND ${IN}`);
  const countMatched = database.prepare(`SELECT count(*) AS entries ${MATCHED_IN}`);
  const countAll = database.prepare(`SELECT count(*) AS entries ${ALL_IN}`);
  const pageOf = (source: string, order: string) =>
    database.prepare(`SELECT ${ENTRY_COLUMNS} ${source} ORDER BY ${order} LIMIT ? OFFSET ?`);
  const pages = {
    matched: { up: pageOf(MATCHED_IN, 'texts.rowid'), down: pageOf(MATCHED_IN, 'texts.rowid DESC') },
    all: { up: pageOf(ALL_IN, 'label'), down: pageOf(ALL_IN, 'label DESC') },
  };
  return {
    labels: (match, needle) => allRows<{ label: number }>(labels, match, needle).map(({ label }) => label),
    countGram: (match, { from, to }) => onlyRow<{ entries: number }>(countGram, match, from, to).entries,
    count(match, needle, { from, to }) {
      const row =
        match === null
          ? onlyRow<{ entries: number }>(countAll, from, to, needle)
          : onlyRow<{ entries: number }>(countMatched, match, from, to, needle);
      return row.entries;
    },
    rows(match, needle, { from, to }, { descending, skip, limit }) {
      const direction = descending ? 'down' : 'up';
      return match === null
        ? allRows(pages.all[direction], from, to, needle, limit, skip)
        : allRows(pages.matched[direction], match, from, to, needle, limit, skip);
    },
    rowsOf: (wanted) => wanted.map((label) => onlyRow(one, label)),
  };
};
