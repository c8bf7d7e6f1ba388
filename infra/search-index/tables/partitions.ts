import type { Database } from '../../embedded/sqlite.js';
import { escapeText } from './stored-text.js';
import { firstRow, onlyRow } from './typed-rows.js';

/** The numbers that stand for the names of partitions. */
export interface Partitions {
  /** Gives the number of a name, added where it is new; for one transaction. */
  ids(): (name: string) => number;
}

export const openPartitions = (database: Database): Partitions => {
  const find = database.prepare('SELECT id FROM partitions WHERE name = ?');
  const add = database.prepare('INSERT INTO partitions (name) VALUES (?) RETURNING id');
  return {
    ids() {
      const known = new Map<string, number>();
      return (partition) => {
        const name = escapeText(partition);
        let id = known.get(name);
        if (id === undefined) {
          ({ id } = firstRow<{ id: number }>(find, name) ?? onlyRow<{ id: number }>(add, name));
          known.set(name, id);
        }
        return id;
      };
    },
  };
};
