import type { FindPage, FoundTexts, WantedText } from '../../../projections/search/substring-index.js';
import type { Database } from '../../embedded/sqlite.js';
import { HIGHEST_LABEL } from '../tables/entry-order.js';
import { foldText } from '../tables/fold-text.js';
import { SHORT_SHA256 } from '../tables/schema.js';
import { FOLDED } from '../tables/stored-text.js';
import { allRows, onlyRow } from '../tables/typed-rows.js';
import { LONGEST_PHRASE, TRIGRAM } from './matching-labels.js';
import { GIVEN_COLUMNS, givenEntry, type GivenRow } from './given-entry.js';

export interface FindOrder extends FindPage {
  readonly wanted: WantedText;
  /** A page ends after so many milliseconds. */
  readonly withinMs: number;
}

/** Finds entries of an open index, newest first; synchronous, for a thread of its own. */
export type FindInIndex = (order: FindOrder) => FoundTexts;

/** Entries that are looked at before a look at the time: some milliseconds of work. */
const STEP = 50_000;

type Values = readonly (string | number)[];

/** Statements over the entries among which the wanted ones are, from a label downwards. */
const statementsOf = (database: Database, labels: string, step: number) => ({
  step: database.prepare(`SELECT min(label) AS last, count(*) AS entries FROM (${labels} LIMIT ${step})`),
  rows: database.prepare(`
    SELECT ${GIVEN_COLUMNS} FROM (${labels} LIMIT ${step})
    CROSS JOIN entries USING (label) CROSS JOIN partitions ON partitions.id = entries.partition
    WHERE instr(${FOLDED}, ?) > 0 AND (? = '' OR about ->> 'sha256' = ?) AND (? = '' OR about ->> 'lastModified' >= ?)
    ORDER BY label DESC LIMIT ?
  `),
});

/** `step` as STEP. */
export const openFindReader = (database: Database, step = STEP): FindInIndex => {
  const byDigest = statementsOf(
    database,
    `SELECT label FROM entries WHERE ${SHORT_SHA256} = substr(?, 1, 16) AND label < ? ORDER BY label DESC`,
    step,
  );
  const byTrigrams = statementsOf(
    database,
    'SELECT rowid AS label FROM texts WHERE texts MATCH ? AND rowid < CAST(? AS INTEGER) ORDER BY rowid DESC',
    step,
  );
  const byScan = statementsOf(database, 'SELECT label FROM entries WHERE label < ? ORDER BY label DESC', step);

  const candidatesOf = (text: string, sha256: string): { statements: typeof byScan; values: Values } => {
    if (sha256 !== '') return { statements: byDigest, values: [sha256] };
    const characters = Array.from(text);
    if (characters.length < TRIGRAM) return { statements: byScan, values: [] };
    const phrase = characters.slice(-LONGEST_PHRASE).join('');
    return { statements: byTrigrams, values: [`"${phrase.replaceAll('"', '""')}"`] };
  };

  return ({ wanted, after, limit, withinMs }) => {
    const deadline = performance.now() + withinMs;
    const { sha256 = '', since = '' } = wanted;
    const text = foldText(wanted.text ?? '');
    const { statements, values } = candidatesOf(text, sha256);
    const found: GivenRow[] = [];
    let label: number | null = after === null ? HIGHEST_LABEL : Number(after);
    while (label !== null && performance.now() < deadline) {
      const examined: { last: number | null; entries: number } = onlyRow(statements.step, ...values, label);
      const filters = [text, sha256, sha256, since, since];
      const rows: GivenRow[] = allRows(statements.rows, ...values, label, ...filters, limit - found.length);
      found.push(...rows);
      if (found.length === limit) return { entries: found.map(givenEntry), next: String(found.at(-1)?.label) };
      label = examined.entries < step ? null : examined.last;
    }
    return { entries: found.map(givenEntry), next: label === null ? null : String(label) };
  };
};
