import type { Database } from '../sqlite.js';
import type { FactRow } from './fact-row.js';

/**
 * Stored for the metadata of a fact that has the same as the fact before it in the same append. The facts of one command
 * usually share their metadata, which is longer than most data; positions of one append follow each other.
 */
export const SAME_METADATA = '';

const [POSITION, METADATA] = [0, 6];

/** Puts the metadata into rows, in any order, that were stored without them. */
export const metadataReader = (database: Database): ((rows: readonly unknown[]) => readonly FactRow[]) => {
  const lookUp = database.prepare(
    `SELECT position, metadata FROM facts WHERE position < ? AND metadata <> '${SAME_METADATA}'
      ORDER BY position DESC LIMIT 1`,
    { returnArrays: true },
  );
  /** These facts all have this metadata. */
  let known = { first: 0, last: -1, metadata: '' };
  const metadataAt = (position: number): string => {
    if (position < known.first || position > known.last + 1) {
      const [first, metadata] = lookUp.get(position) as unknown as readonly [number, string];
      known = { first, last: position, metadata };
    }
    known.last = Math.max(known.last, position);
    return known.metadata;
  };
  return (rows) => {
    for (const row of rows as unknown[][]) {
      const position = row[POSITION] as number;
      if (row[METADATA] === SAME_METADATA) row[METADATA] = metadataAt(position);
      else known = { first: position, last: position, metadata: row[METADATA] as string };
    }
    return rows as unknown as readonly FactRow[];
  };
};
