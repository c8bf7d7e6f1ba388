import { EventStoreFault } from '../../../events/store.js';
import { type Database, transact } from '../sqlite.js';

/** In format 1 every fact has its own metadata; in format 2 it may be left to the fact before (`SAME_METADATA`). */
const VERSION = 2;

/** Sixteen megabytes of write-ahead log between checkpoints: fewer syncs under sustained load. */
const CHECKPOINT_PAGES = 4096;

const TABLES = `
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    category TEXT NOT NULL
  ) STRICT;
  CREATE TABLE facts (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX facts_of_stream ON facts (stream, revision);
  PRAGMA user_version = ${VERSION};
`;

/** The format of the store in a schema of the database. Throws EventStoreFault `store-unavailable` for a newer one. */
export const requireKnownFormat = (database: Database, schema: 'main' | 'file'): number => {
  const row = database.prepare(`PRAGMA ${schema}.user_version`).get() as { user_version: number };
  const found = row.user_version;
  if (found <= VERSION) return found;
  throw new EventStoreFault('store-unavailable', `the event store has format ${found}; this software knows ${VERSION}`);
};

/**
 * Creates the tables in a new database. Facts are only added, so positions and the revisions of a stream have no gaps.
 * Throws EventStoreFault `store-unavailable` for a store of a newer format.
 */
export const prepareSchema = (database: Database): void => {
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const found = requireKnownFormat(database, 'main');
  if (found === 0) transact(database, () => database.exec(TABLES));
  else if (found < VERSION) transact(database, () => database.exec(`PRAGMA user_version = ${VERSION}`));
};

/** A commit that changes nothing, to see whether the disk takes one. Throws DatabaseFault. */
export const commitNothing = (database: Database): void =>
  transact(database, () => database.exec(`PRAGMA user_version = ${VERSION}`));
