import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { DatabaseFault, databaseFault } from './database-fault.js';
import type { Database } from './sqlite.js';

/** A database that is read as it is. */
export interface ReadOnlyDatabase {
  /** Its tables are found by their names alone; pragmas need the schema `file`. */
  readonly database: Database;
  /** Ends the lock. */
  close(): void;
}

/** The byte of the header that tells whether commits are in a write-ahead log (file format of SQLite, 1.3.3). */
const JOURNAL_BYTE = 19;
const IN_LOG = 2;

const needsLog = (path: string): boolean => {
  const header = Buffer.alloc(JOURNAL_BYTE + 1);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[JOURNAL_BYTE] === IN_LOG;
};

/** How often this process has each file open. */
const openHere = new Map<string, number>();

const count = (path: string, more: number): void => {
  const times = (openHere.get(path) ?? 0) + more;
  if (times === 0) openHere.delete(path);
  else openHere.set(path, times);
};

/**
 * SQLite would make a log or its index where one is missing. A file that is open here is not looked into: closing it
 * would end the locks that this process has on it.
 */
const requireComplete = (path: string): void => {
  const hasLog = existsSync(`${path}-wal`);
  const isComplete = hasLog ? existsSync(`${path}-shm`) : openHere.has(path) || !needsLog(path);
  if (isComplete) return;
  const message = `${path} was not closed by the process that wrote it, and must be repaired before it can be read`;
  throw new DatabaseFault('database-not-readable', message);
};

const uriOf = (path: string): string =>
  `file:${path.split('/').map(encodeURIComponent).join('/')}?mode=ro&readonly_shm=1`;

const asFault = (error: unknown): unknown => {
  const fault = databaseFault(error);
  if (fault instanceof DatabaseFault || !(error instanceof Error)) return fault;
  return new DatabaseFault('database-not-readable', error.message, { cause: error });
};

/**
 * Opens the database at `file` as its last writer left it, also where that was killed. Others may read it, too; nothing
 * is written, and no file is made. Until it is closed, or this process ends, no process can open it for writing. Throws
 * DatabaseFault: `database-in-use` while a process has it open for writing, and `database-not-readable` for one that
 * only a writer can repair, or that is missing.
 */
export const openToRead = (file: string): ReadOnlyDatabase => {
  const path = resolve(file);
  // Attached, since a connection lives for as long as any of its statements, and what is detached does not.
  const database = new DatabaseSync(':memory:');
  try {
    requireComplete(path);
    database.prepare('ATTACH ? AS file').run(uriOf(path));
    database.exec('BEGIN; SELECT count(*) FROM file.sqlite_schema');
  } catch (error) {
    database.close();
    throw asFault(error);
  }
  count(path, 1);
  return {
    database,
    close() {
      if (!database.isOpen) return;
      database.exec('COMMIT; DETACH file');
      database.close();
      count(path, -1);
    },
  };
};
