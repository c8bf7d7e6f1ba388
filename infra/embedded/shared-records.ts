import { randomUUID } from 'node:crypto';
import type { SharedRecord, SharedRecords } from '../../flow/shared-records.js';
import { databaseFault, withRemedy } from './database-fault.js';
import { asPromise, closeDatabase, openDatabase, transact, type Database } from './sqlite.js';

/** Shared records in an SQLite file, which may be deleted while it is closed. */
export interface EmbeddedSharedRecords extends SharedRecords {
  close(): Promise<void>;
}

interface Row {
  readonly name: string;
  readonly tag: string;
  readonly value: string;
}

const IF_DAMAGED =
  'The file shared-records.sqlite of the data folder is damaged. It holds nothing that must be kept: stop the platform, ' +
  'delete it (with shared-records.sqlite-wal and shared-records.sqlite-shm, if they exist), and start again.';

const fault = (error: unknown): unknown => withRemedy(databaseFault(error), IF_DAMAGED);

const answer = <Answer>(ask: () => Answer): Promise<Answer> =>
  asPromise(ask).catch((error: unknown) => {
    throw fault(error);
  });

const recordOf = ({ name, tag, value }: Row): SharedRecord => ({ name, tag, value: JSON.parse(value) as unknown });

/**
 * Opens the shared records at `path` (`:memory:` for some in memory). Commits survive the end of the process; after a
 * power failure the newest may be missing. Throws DatabaseFault.
 */
export const openSharedRecords = (path: string): EmbeddedSharedRecords => {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    return recordsIn(database);
  } catch (error) {
    database?.close();
    throw fault(error);
  }
};

/** A small journal, since what is written for ever would else take up megabytes beside a file of a few records. */
const JOURNAL_PAGES = 100;

const recordsIn = (database: Database): EmbeddedSharedRecords => {
  database.exec(
    `PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${JOURNAL_PAGES}; ` +
      'CREATE TABLE IF NOT EXISTS records (name TEXT PRIMARY KEY, tag TEXT NOT NULL, value TEXT NOT NULL) WITHOUT ROWID',
  );
  const some = database.prepare('SELECT * FROM records WHERE name >= ? AND name < ? ORDER BY name');
  const one = database.prepare('SELECT * FROM records WHERE name = ?');
  const put = database.prepare('INSERT OR REPLACE INTO records (name, tag, value) VALUES (?, ?, ?)');
  const drop = database.prepare('DELETE FROM records WHERE name = ?');
  const find = (name: string): Row | null => (one.get(name) ?? null) as Row | null;
  return {
    list: (prefix) =>
      answer(() => (some.all(prefix, `${prefix}\u{10ffff}`) as unknown as readonly Row[]).map(recordOf)),
    read: (name) =>
      answer(() => {
        const row = find(name);
        return row === null ? null : recordOf(row);
      }),
    write: (name, value, seen) =>
      answer(() =>
        transact(database, () => {
          if ((find(name)?.tag ?? null) !== seen) return null;
          const tag = randomUUID();
          put.run(name, tag, JSON.stringify(value));
          return tag;
        }),
      ),
    remove: (name, seen) =>
      answer(() =>
        transact(database, () => {
          if (find(name)?.tag !== seen) return false;
          drop.run(name);
          return true;
        }),
      ),
    close: () => answer(() => closeDatabase(database)),
  };
};
