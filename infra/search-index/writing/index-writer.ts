import type { Position } from '../../../events/envelope.js';
import type { IndexChange } from '../../../projections/search/substring-index.js';
import { beginTransaction, type Database } from '../../embedded/sqlite.js';
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
  /** Begins a change, which is one transaction; null where the index includes the position already. */
  begin(position: Position): OpenChange | null;
  readonly countParts: CountPartsOfBlock;
}

/** A change that is written as its parts come, so that a large one is not held in memory. */
export interface OpenChange {
  /** After an error the change has to be given up. */
  write(part: Pick<IndexChange, 'put' | 'remove'>): void;
  commit(): void;
  giveUp(): void;
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

  const forget = (): void => {
    shapes.forget();
    Array.from(grams.take()); // they belong to the change that was not made
  };

  const open = (position: Position, sequence: number): OpenChange => {
    const transaction = beginTransaction(database);
    const blocks = new BlockWriter(database, table, blockEntries);
    const writer = new EntryWriter({ table, blocks, grams, shapes, partitionId: partitions.ids() });
    const giveUp = (): void => {
      transaction.rollBack();
      forget();
    };
    const finish = (): void => {
      for (const [gram, change] of grams.take()) {
        addGram.run(gram, change);
        if (change < 0) dropGram.run(gram);
      }
      blocks.save(sequence);
      writeState.run(position, sequence);
    };
    return {
      write({ put, remove }) {
        writer.remove(remove);
        writer.put(put);
      },
      commit() {
        try {
          finish();
          transaction.commit();
        } catch (error) {
          giveUp();
          throw error;
        }
      },
      giveUp,
    };
  };

  return {
    position: () => state().position,
    begin(next) {
      const { position, sequence } = state();
      return position !== null && next <= position ? null : open(next, sequence + 1);
    },
    countParts: openPartCounter(database, table),
  };
};
