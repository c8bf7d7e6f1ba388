import type { Position } from '../../../events/envelope.js';
import type { IndexChange } from '../../../projections/search/substring-index.js';
import { beginTransaction, type Database } from '../../embedded/sqlite.js';
import { openEntryTable } from '../tables/entry-table.js';
import { onlyRow } from '../tables/typed-rows.js';
import { EntryWriter } from './entry-writer.js';

/** The writer of an open index; all is synchronous, for a thread of its own. */
export interface IndexWriter {
  position(): Position | null;
  /** Begins a change, which is one transaction; null where the index includes the position already. */
  begin(position: Position): OpenChange | null;
}

/** A change that is written as its parts come, so that a large one is not held in memory. */
export interface OpenChange {
  /** After an error the change has to be given up. */
  write(part: Pick<IndexChange, 'put' | 'remove'>): void;
  commit(): void;
  giveUp(): void;
}

export const openIndexWriter = (database: Database): IndexWriter => {
  const entries = new EntryWriter(openEntryTable(database));
  const readState = database.prepare('SELECT position FROM state');
  const writeState = database.prepare('UPDATE state SET position = ?');
  const position = (): Position | null => onlyRow<{ position: Position | null }>(readState).position;

  const open = (next: Position): OpenChange => {
    const transaction = beginTransaction(database);
    return {
      write({ put, remove }) {
        entries.remove(remove);
        entries.put(put);
      },
      commit() {
        try {
          writeState.run(next);
          transaction.commit();
        } catch (error) {
          transaction.rollBack();
          throw error;
        }
      },
      giveUp: () => transaction.rollBack(),
    };
  };

  return {
    position,
    begin(next) {
      const reached = position();
      return reached !== null && next <= reached ? null : open(next);
    },
  };
};
