import type { IndexedText } from '../../../projections/search/substring-index.js';
import type { Database } from '../../embedded/sqlite.js';
import { LOWEST_LABEL } from '../tables/entry-order.js';
import { escapeText } from '../tables/stored-text.js';
import { allRows } from '../tables/typed-rows.js';
import { GIVEN_COLUMNS, givenEntry, type GivenRow } from './given-entry.js';

/** Entries of a partition; `after` is where the next batch begins, null where none is left. */
export interface PartitionBatch {
  readonly entries: readonly IndexedText[];
  readonly after: number | null;
}

/** A batch of a partition: of `limit` entries after the label, where there are as many. */
export type ReadPartition = (name: string, after: number | null, limit: number) => PartitionBatch;

/** Reads partitions of an open index; all is synchronous, for a thread of its own. */
export const openPartitionReader = (database: Database): ReadPartition => {
  const ofPartition = database.prepare(`
    SELECT ${GIVEN_COLUMNS} FROM partitions CROSS JOIN entries ON entries.partition = partitions.id
    WHERE name = ? AND label > ? ORDER BY label LIMIT ?
  `);
  return (name, after, limit) => {
    const rows = allRows<GivenRow>(ofPartition, escapeText(name), after ?? LOWEST_LABEL, limit);
    return { entries: rows.map(givenEntry), after: rows.length < limit ? null : (rows.at(-1)?.label ?? null) };
  };
};
