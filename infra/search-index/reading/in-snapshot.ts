import type { Database } from '../../embedded/sqlite.js';

/** Reads without the changes that others make meanwhile; within a transaction of its own with that one's changes. */
export const inSnapshot = <T>(database: Database, read: () => T): T => {
  if (database.isTransaction) return read();
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    database.exec('COMMIT');
  }
};
