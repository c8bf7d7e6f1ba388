import type { Database } from '../../embedded/sqlite.js';

/** Reads without the changes that others make meanwhile. */
export const inSnapshot = <T>(database: Database, read: () => T): T => {
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    database.exec('COMMIT');
  }
};
