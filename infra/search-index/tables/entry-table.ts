import type { Database } from '../../embedded/sqlite.js';
import { compareEntries, HIGHEST_LABEL, LOWEST_LABEL, type OrderKey } from './entry-order.js';
import type { Gap } from '../writing/place-entries.js';
import type { NewEntry } from '../writing/new-entry.js';
import { ENTRY_COLUMNS, escapeText, foldedOf, type EntryRow } from './stored-text.js';
import { allRows, firstRow, onlyRow } from './typed-rows.js';

type LabelledEntry = OrderKey & Pick<EntryRow, 'label'>;
type PositionedEntry = OrderKey & Pick<NewEntry, 'wanted'>;

/** The rows of the index, each with the text that the full-text index finds it by. */
export interface EntryTable {
  find(key: string, hash: number): EntryRow | undefined;
  add(row: EntryRow): void;
  remove(row: EntryRow): void;
  /** Replaces what does not concern the search. */
  change(label: number, to: Pick<EntryRow, 'partition' | 'about'>): void;
  /** The labels between which an entry belongs, and the entry above them; null for none. */
  gapFor(entry: PositionedEntry): { readonly gap: Gap; readonly newer: OrderKey | null };
  countIn(gap: Gap): number;
  rowsIn(gap: Gap): EntryRow[];
  /** The number that stands for the name of a partition, which is added where it is new. */
  partitionId(name: string): number;
}

export const openEntryTable = (database: Database): EntryTable => {
  const find = database.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE hash = ?`);
  const add = database.prepare(`INSERT INTO entries (${ENTRY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const addText = database.prepare('INSERT INTO texts (rowid, folded) VALUES (CAST(? AS INTEGER), ?)');
  const remove = database.prepare('DELETE FROM entries WHERE label = ?');
  const removeText = database.prepare(
    `INSERT INTO texts (texts, rowid, folded) VALUES ('delete', CAST(? AS INTEGER), ?)`,
  );
  const change = database.prepare('UPDATE entries SET partition = ?, about = ? WHERE label = ?');
  const last = database.prepare(
    'SELECT label, created, key FROM entries WHERE label > ? AND label <= ? ORDER BY label DESC LIMIT 1',
  );
  const count = database.prepare('SELECT count(*) AS entries FROM entries WHERE label > ? AND label < ?');
  const within = database.prepare(`SELECT ${ENTRY_COLUMNS} FROM entries WHERE label > ? AND label < ? ORDER BY label`);
  const findPartition = database.prepare('SELECT id FROM partitions WHERE name = ?');
  const addPartition = database.prepare('INSERT INTO partitions (name) VALUES (?) RETURNING id');
  const lastUpTo = (low: number, high: number) => firstRow<LabelledEntry>(last, low, high);

  return {
    find: (key, hash) => allRows<EntryRow>(find, hash).find((row) => row.key === key),
    add(row) {
      const { label, hash, partition, created, key, text, folded, about } = row;
      add.run(label, hash, partition, created, key, text, folded, about);
      addText.run(label, foldedOf(row));
    },
    remove(row) {
      remove.run(row.label);
      removeText.run(row.label, foldedOf(row));
    },
    change: (label, { partition, about }) => void change.run(partition, about, label),
    gapFor: (entry) => gapBetween(entry, lastUpTo),
    countIn: ({ above, below }) => onlyRow<{ entries: number }>(count, above, below).entries,
    rowsIn: ({ above, below }) => allRows(within, above, below),
    partitionId(partition) {
      const name = escapeText(partition);
      return (firstRow<{ id: number }>(findPartition, name) ?? onlyRow<{ id: number }>(addPartition, name)).id;
    },
  };
};

/** Labels are in the order of entries, so that halving finds the gap in some fifty steps at most. */
const gapBetween = (
  entry: PositionedEntry,
  lastUpTo: (low: number, high: number) => LabelledEntry | undefined,
): { gap: Gap; newer: OrderKey | null } => {
  let newer = lastUpTo(LOWEST_LABEL, HIGHEST_LABEL);
  if (newer === undefined) return { gap: { above: LOWEST_LABEL, below: HIGHEST_LABEL }, newer: null };
  if (compareEntries(entry, newer) > 0) return { gap: { above: newer.label, below: HIGHEST_LABEL }, newer: null };
  let older = LOWEST_LABEL;
  let low = LOWEST_LABEL;
  let probe = entry.wanted;
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
