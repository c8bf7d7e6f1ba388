import type { SearchMatches, SearchPage } from '../../../projections/search/substring-index.js';
import type { Database } from '../../embedded/sqlite.js';
import { SearchIndexFault } from '../search-index-fault.js';
import { LOWEST_LABEL } from '../tables/entry-order.js';
import { foldText } from '../tables/fold-text.js';
import { givenEntry, type GivenRow } from './given-entry.js';
import { openMatchingLabels, type MatchingLabels } from './matching-labels.js';

export interface SearchOrder extends SearchPage {
  readonly needle: string;
  /** The search is given up after so many milliseconds. */
  readonly withinMs: number;
}

/** Searches an open index; synchronous, for a thread of its own. Throws SearchIndexFault `search-timeout`. */
export type SearchIndex = (order: SearchOrder) => SearchMatches;

/** Entries that are counted before a look at the time: some milliseconds of work. */
const STEP = 50_000;

/** `step` as STEP. */
export const openSearchReader = (database: Database, step = STEP): SearchIndex => {
  const matchingOf = openMatchingLabels(database, step);
  return ({ needle, page, pageSize, withinMs }) => {
    const deadline = performance.now() + withinMs;
    const folded = foldText(needle);
    if (folded === '') return { total: 0, entries: [] };
    return inSnapshot(database, () => {
      const matching = matchingOf(folded);
      const { marks, total } = countAll(matching, deadline);
      const to = total - page * pageSize;
      const rows = rowsOf(matching, marks, Math.max(0, to - pageSize), to);
      return { total, entries: rows.map(givenEntry) };
    });
  };
};

/** A label, and how many matches there are up to it. */
interface Mark {
  readonly label: number;
  readonly matches: number;
}

const countAll = (matching: MatchingLabels, deadline: number): { marks: readonly Mark[]; total: number } => {
  const marks: Mark[] = [];
  let total = 0;
  for (let label: number | null = LOWEST_LABEL; label !== null;) {
    if (performance.now() > deadline) throw new SearchIndexFault('search-timeout', 'the search took too long');
    marks.push({ label, matches: total });
    const { matches, last } = matching.count(label);
    total += matches;
    label = last;
  }
  return { marks, total };
};

/** From the last mark before them, so that a page at any depth looks at little more than itself. */
const rowsOf = (matching: MatchingLabels, marks: readonly Mark[], from: number, to: number): GivenRow[] => {
  const mark = marks.findLast(({ matches }) => matches <= from);
  if (mark === undefined || from >= to) return [];
  return matching.rows(mark.label, { skip: from - mark.matches, limit: to - from });
};

/** Reads without the changes that are made meanwhile. */
const inSnapshot = <T>(database: Database, read: () => T): T => {
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    database.exec('COMMIT');
  }
};
