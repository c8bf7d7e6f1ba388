import type { Position } from '../../../events/envelope.js';
import type { IndexChange } from '../../../projections/search/substring-index.js';
import { type Database, transact } from '../../embedded/sqlite.js';
import { openAboutShapes } from '../tables/about-shapes.js';
import { BlockWriter } from './block-writer.js';
import { openEntryTable } from '../tables/entry-table.js';
import { EntryWriter } from './entry-writer.js';
import { gramChanges } from './gram-counts.js';
import { openPartCounter, type CountPartsOfBlock } from '../tables/part-counts.js';
import { openPartitions } from '../tables/partitions.js';
import { onlyRow } from '../tables/typed-rows.js';

/** The writer of an open index; all is synchronous, for a thread of its own. */
export interface IndexWriter {
  position(): Position | null;
  /** One transaction; ignored where the index includes the position already. */
  apply(change: IndexChange): void;
  readonly countParts: CountPartsOfBlock;
}

/** `sequence` counts the changes. */
interface State {
  readonly position: Position | null;
  readonly sequence: number;
}

/** `blockEntries` as in SubstringIndexLimits. */
export const openIndexWriter = (database: Database, blockEntries: number): IndexWriter => {
  const table = openEntryTable(database);
  const shapes = openAboutShapes(database);
  const partitions = openPartitions(database);
  const grams = gramChanges(3);
  const readState = database.prepare('SELECT position, sequence FROM state');
  const writeState = database.prepare('UPDATE state SET position = ?, sequence = ?');
  const addGram = database.prepare(
    'INSERT INTO grams (gram, entries) VALUES (?, ?) ON CONFLICT DO UPDATE SET entries = entries + excluded.entries',
  );
  const dropGram = database.prepare('DELETE FROM grams WHERE gram = ? AND entries = 0');
  const state = (): State => onlyRow(readState);

  const write = ({ put, remove, position }: IndexChange, sequence: number): void => {
    const blocks = new BlockWriter(database, table, blockEntries);
    const writer = new EntryWriter({ table, blocks, grams, shapes, partitionId: partitions.ids() });
    writer.remove(remove);
    writer.put(put);
    for (const [gram, change] of grams.take()) {
      addGram.run(gram, change);
      if (change < 0) dropGram.run(gram);
    }
    blocks.save(sequence);
    writeState.run(position, sequence);
  };

  return {
    position: () => state().position,
    apply(change) {
      const { position, sequence } = state();
      if (position !== null && change.position <= position) return;
      try {
        transact(database, () => write(change, sequence + 1));
      } catch (error) {
        shapes.forget();
        Array.from(grams.take()); // they belong to the change that was not made
        throw error;
      }
    },
    countParts: openPartCounter(database, table),
  };
};
