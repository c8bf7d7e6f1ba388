import { type Database, openDatabase, transact } from '../../embedded/sqlite.js';
import { onlyRow } from './typed-rows.js';

/** The version of the tables, of the folding of texts and of the order of labels: a file of another one is begun anew. */
export const INDEX_VERSION = 3;
/** `MUSI`, so that a file of something else is recognised. */
const APPLICATION = 0x4d555349;

/** The beginning of the digest of an entry that has one (`IndexedText.about`), which tells nearly all apart. */
export const SHORT_SHA256 = `substr(about ->> 'sha256', 1, 16)`;

const TABLES = `
  CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), position TEXT);
  INSERT INTO state VALUES (1, NULL);
  CREATE TABLE partitions (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE entries (
    label INTEGER PRIMARY KEY, hash INTEGER NOT NULL, partition INTEGER NOT NULL, created TEXT NOT NULL,
    key TEXT NOT NULL, text TEXT, folded TEXT, about TEXT NOT NULL
  );
  CREATE INDEX entries_by_hash ON entries (hash);
  CREATE INDEX entries_by_partition ON entries (partition);
  CREATE INDEX entries_by_sha256 ON entries (${SHORT_SHA256}) WHERE ${SHORT_SHA256} IS NOT NULL;
  CREATE VIRTUAL TABLE texts USING fts5(
    folded, content = '', columnsize = 0, detail = full, tokenize = 'trigram case_sensitive 1'
  );
  INSERT INTO texts (texts, rank) VALUES ('hashsize', ${16 * 1024 * 1024});
  PRAGMA application_id = ${APPLICATION};
  PRAGMA user_version = ${INDEX_VERSION};
`;

const numberOf = (database: Database, pragma: string): number =>
  Object.values(onlyRow<Record<string, number>>(database.prepare(`PRAGMA ${pragma}`)))[0] ?? 0;

/**
 * Opens the file for writing, made where it is absent; null where it is of another version, or of something else. Throws
 * what SQLite throws where it is damaged.
 * A power failure may take the newest changes, together with the position that includes them.
 */
export const openForWriting = (path: string): Database | null => {
  const database = openDatabase(path, { exclusive: false });
  try {
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -131072; PRAGMA wal_autocheckpoint = 4000');
    const isEmpty = numberOf(database, 'schema_version') === 0;
    if (isEmpty) transact(database, () => database.exec(TABLES));
    if (isKnown(database)) {
      readTables(database);
      return database;
    }
  } catch (error) {
    database.close();
    throw error;
  }
  database.close();
  return null;
};

const isKnown = (database: Database): boolean =>
  numberOf(database, 'application_id') === APPLICATION && numberOf(database, 'user_version') === INDEX_VERSION;

/** Throws where the position or the full-text index cannot be read. */
const readTables = (database: Database): void => {
  onlyRow(database.prepare('SELECT position FROM state'));
  database.prepare('SELECT rowid FROM texts LIMIT 0').all();
};

/** Opens a file that another connection may have open for writing. */
export const openForReading = (path: string): Database => {
  const database = openDatabase(path, { readOnly: true });
  database.exec(`PRAGMA cache_size = -32768; PRAGMA mmap_size = ${2 ** 31 - 1}`);
  return database;
};
