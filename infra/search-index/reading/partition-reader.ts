import type { IndexedText } from '../../../projections/search/substring-index.js';
import type { Database } from '../../embedded/sqlite.js';
import { LOWEST_LABEL } from '../tables/entry-order.js';
import { ENTRY_COLUMNS, escapeText, type EntryRow } from '../tables/stored-text.js';
import { allRows, firstRow } from '../tables/typed-rows.js';
import { inSnapshot } from './in-snapshot.js';
import { openIndexedTexts } from './indexed-texts.js';

/** Entries of a partition; `after` is where the next batch begins, null where none is left. */
export interface PartitionBatch {
  readonly entries: readonly IndexedText[];
  readonly after: number | null;
}

/** A batch of a partition: of `limit` entries after the label, where there are as many. */
export type ReadPartition = (name: string, after: number | null, limit: number) => PartitionBatch;

/** Reads partitions of an open index; all is synchronous, for a thread of its own. */
export const openPartitionReader = (database: Database): ReadPartition => {
  const entriesOf = openIndexedTexts(database);
  const idOf = database.prepare('SELECT id FROM partitions WHERE name = ?');
  const ofPartition = database.prepare(
    `SELECT ${ENTRY_COLUMNS} FROM entries WHERE partition = ? AND label > ? ORDER BY label LIMIT ?`,
  );
  return (name, after, limit) =>
    inSnapshot(database, () => {
      const found = firstRow<{ id: number }>(idOf, escapeText(name));
      if (found === undefined) return { entries: [], after: null };
      const rows = allRows<EntryRow>(ofPartition, found.id, after ?? LOWEST_LABEL, limit);
      return { entries: entriesOf(rows), after: rows.length < limit ? null : (rows.at(-1)?.label ?? null) };
    });
};
