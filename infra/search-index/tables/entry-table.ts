import type { Database } from '../../embedded/sqlite.js';
import { compareEntries, HIGHEST_LABEL, labelFor, LOWEST_LABEL, type Ordered } from './entry-order.js';
import type { Gap } from '../writing/place-entries.js';
import { END } from './schema.js';
import { ENTRY_COLUMNS, foldedOf, FOLDED, type EntryRow } from './stored-text.js';
import { allRows, firstRow, iterateRows, onlyRow } from './typed-rows.js';

type LabelledEntry = Ordered & { readonly label: number };

/** The rows of the index, each with the text that the full-text index finds it by. */
export interface EntryTable {
  find(key: string, hash: number): EntryRow | undefined;
  add(row: EntryRow): void;
  remove(row: EntryRow): void;
  /** Replaces what does not concern the search. */
  change(label: number, to: Pick<EntryRow, 'partition' | 'about'>): void;
  /** The labels between which an entry belongs, and the entry above them; null for none. */
  gapFor(entry: Ordered): { readonly gap: Gap; readonly newer: Ordered | null };
  countIn(gap: Gap): number;
  rowsIn(gap: Gap): EntryRow[];
  /** Labels and folded texts from a label up to another, without that. */
  texts(from: number, to: number): Iterable<{ readonly label: number; readonly folded: string }>;
}

export const openEntryTable = (database: Database): EntryTable => {
  const find = database.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE hash = ?`);
  const add = database.prepare(`INSERT INTO entries (${ENTRY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addText = database.prepare('INSERT INTO texts (rowid, body) VALUES (CAST(? AS INTEGER), ?)');
  const remove = database.prepare('DELETE FROM entries WHERE label = ?');
  const removeText = database.prepare(
    `INSERT INTO texts (texts, rowid, body) VALUES ('delete', CAST(? AS INTEGER), ?)`,
  );
  const change = database.prepare('UPDATE entries SET partition = ?, about = ? WHERE label = ?');
  const last = database.prepare(
    'SELECT label, ms, ticks, key FROM entries WHERE label > ? AND label <= ? ORDER BY label DESC LIMIT 1',
  );
  const count = database.prepare('SELECT count(*) AS entries FROM entries WHERE label > ? AND label < ?');
  const within = database.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE label > ? AND label < ? ORDER BY label`);
  const texts = database.prepare(
    `SELECT label, ${FOLDED} AS folded FROM entries WHERE label >= ? AND label < ? ORDER BY label`,
  );
  const lastUpTo = (low: number, high: number) => firstRow<LabelledEntry>(last, low, high);

  return {
    find: (key, hash) => allRows<EntryRow>(find, hash).find((row) => row.key === key),
    add(row) {
      const { label, hash, partition, ms, ticks, key, text, folded, about } = row;
      add.run(label, hash, partition, ms, ticks, key, text, folded, about);
      addText.run(label, `${foldedOf(row)}${END}${END}`);
    },
    remove(row) {
      remove.run(row.label);
      removeText.run(row.label, `${foldedOf(row)}${END}${END}`);
    },
    change: (label, { partition, about }) => void change.run(partition, about, label),
    gapFor: (entry) => gapBetween(entry, lastUpTo),
    countIn: ({ above, below }) => onlyRow<{ entries: number }>(count, above, below).entries,
    rowsIn: ({ above, below }) => allRows(within, above, below),
    texts: (from, to) => iterateRows(texts, from, to),
  };
};

/** Labels are in the order of entries, so that halving finds the gap in some fifty steps at most. */
const gapBetween = (
  entry: Ordered,
  lastUpTo: (low: number, high: number) => LabelledEntry | undefined,
): { gap: Gap; newer: Ordered | null } => {
  let newer = lastUpTo(LOWEST_LABEL, HIGHEST_LABEL);
  if (newer === undefined) return { gap: { above: LOWEST_LABEL, below: HIGHEST_LABEL }, newer: null };
  if (compareEntries(entry, newer) > 0) return { gap: { above: newer.label, below: HIGHEST_LABEL }, newer: null };
  let older = LOWEST_LABEL;
  let low = LOWEST_LABEL;
  let probe = labelFor(entry);
  while (newer.label - low > 1) {
    if (probe <= low || probe >= newer.label) probe = Math.floor((low + newer.label) / 2);
    const row = lastUpTo(low, probe);
    if (row !== undefined && compareEntries(row, entry) > 0) newer = row;
    else {
      low = probe;
      older = row?.label ?? older;
    }
    probe = low;
  }
  return { gap: { above: older, below: newer.label }, newer };
};
