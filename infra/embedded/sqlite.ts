import { closeSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { DatabaseFault, databaseFault } from './database-fault.js';
import { PRIVATE } from './file-system/files.js';
import { keepPrivate } from './file-system/keep-private.js';

export type Database = DatabaseSyncInstance;

export interface DatabaseOptions {
  /** Whether to lock it for other connections; true by default. */
  readonly exclusive?: boolean;
  /** For a file that another connection of this process writes; it is neither made nor locked. */
  readonly readOnly?: boolean;
}

/** How long an open waits for the lock of an ending process. */
const LOCK_WAIT_MS = 500;

/** The files of databases that are locked for other connections. */
const locked = new WeakMap<Database, string>();

/**
 * An empty index of the write-ahead log, which this process keeps in its memory: with one, a reader that may not make it
 * can read what a killed process has left (`openToRead`).
 */
const leaveIndex = (database: Database, path: string): void => {
  locked.set(database, path);
  try {
    closeSync(openSync(`${path}-shm`, 'a', PRIVATE));
  } catch {
    // A full disk refuses it; then the next process that writes must repair before anybody reads.
  }
};

/**
 * Opens the database at `path`, created when absent, readable by its owner alone, with durable commits; `:memory:` exists as long as its connection.
 * Throws DatabaseFault.
 */
export const openDatabase = (path: string, options: DatabaseOptions = {}): Database => {
  const { exclusive = true, readOnly = false } = options;
  let database: Database | undefined;
  try {
    database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS, readOnly });
    if (readOnly) return database;
    if (path !== ':memory:') keepPrivate(path, PRIVATE);
    if (exclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT');
    if (exclusive && path !== ':memory:') leaveIndex(database, path);
    return database;
  } catch (error) {
    database?.close();
    const fault = databaseFault(error);
    throw fault instanceof DatabaseFault ? new DatabaseFault(fault.code, `${path}: ${fault.message}`, fault) : fault;
  }
};

interface Refusal {
  readonly fault: DatabaseFault;
  readonly at: number;
}

const refusals = new WeakMap<Database, Refusal>();

/** How long a refused write is believed to be the state of the disk, where nothing is written meanwhile. */
const BELIEVED_MS = 60_000;

/** Why the last write was refused; null once another was done, and after a while in which nothing was written. */
export const writeFault = (database: Database): DatabaseFault | null => {
  const refusal = refusals.get(database);
  return refusal !== undefined && performance.now() - refusal.at < BELIEVED_MS ? refusal.fault : null;
};

/** The codes that tell of the disk, not of what was to be written: read-only, i/o error, full, cannot be opened. */
const OF_THE_DISK = [8, 10, 13, 14];

const isOfTheDisk = (error: unknown): boolean =>
  error instanceof Error &&
  'sqliteCode' in error &&
  typeof error.sqliteCode === 'number' &&
  OF_THE_DISK.includes(error.sqliteCode & 0xff);

const asRefusal = (database: Database, error: unknown): unknown => {
  const fault = databaseFault(error);
  if (fault instanceof DatabaseFault && isOfTheDisk(error)) refusals.set(database, { fault, at: performance.now() });
  return fault;
};

/**
 * Runs `work` in one transaction and returns when it is durable. When it throws, nothing is written, except that this
 * is unknown for a fault `outcome-unknown`: the disk refused the commit, and this connection should not write again.
 */
export const transact = <Result>(database: Database, work: () => Result): Result => {
  const transaction = beginTransaction(database);
  let result: Result;
  try {
    result = work();
  } catch (error) {
    transaction.rollBack();
    throw asRefusal(database, error);
  }
  transaction.commit();
  return result;
};

/** A transaction that its owner ends, by one of these. Both throw DatabaseFault. */
export interface Transaction {
  /** Returns when it is durable; when it throws, as for `transact`. */
  commit(): void;
  rollBack(): void;
}

/** For a transaction that takes several turns of the event loop. Throws DatabaseFault. */
export const beginTransaction = (database: Database): Transaction => {
  const rollBack = (): void => {
    if (database.isTransaction) database.exec('ROLLBACK');
  };
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    rollBack();
    throw asRefusal(database, error);
  }
  return {
    rollBack,
    commit() {
      try {
        database.exec('COMMIT');
        refusals.delete(database);
      } catch (error) {
        rollBack();
        const fault = asRefusal(database, error);
        if (!(fault instanceof DatabaseFault) || fault.code === 'database-full') throw fault;
        throw new DatabaseFault('outcome-unknown', `the commit failed: ${fault.message}`, { cause: error });
      }
    },
  };
};

/**
 * Closes the database and releases its lock immediately. Closing alone would not: a prepared statement keeps the
 * connection, and its exclusive lock, until it is garbage collected. The database is closed in any case; throws
 * DatabaseFault where the lock may remain.
 */
export const closeDatabase = (database: Database): void => {
  if (!database.isOpen) return;
  try {
    database.exec('PRAGMA journal_mode = DELETE');
    const path = locked.get(database);
    if (path !== undefined) rmSync(`${path}-shm`, { force: true }); // before another process can leave its own
    database.exec('PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    throw databaseFault(error);
  } finally {
    database.close();
  }
};

/** Asks a database, which answers at once; what it throws becomes a rejection. */
export const asPromise = <Answer>(ask: () => Answer): Promise<Answer> => new Promise((resolve) => resolve(ask()));
