import { chmodSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { codeOf } from '../../flow/error-code.js';
import { PRIVATE } from './file-system/files.js';
import { faultClass } from '../../flow/fault.js';

export type Database = DatabaseSyncInstance;

export type DatabaseFaultCode =
  | 'database-in-use' // another process, or another connection of this one, has it open
  | 'database-full' // no room on the disk; the transaction was rolled back
  | 'database-not-readable' // cannot be opened, or is not a database
  | 'outcome-unknown' // the commit failed: its changes may or may not exist after the next open
  | 'database-unavailable';

/** A failure of the database; `cause` is its own error. */
export class DatabaseFault extends faultClass<DatabaseFaultCode>('DatabaseFault') {}

export interface DatabaseOptions {
  /** Whether to lock it for other connections; true by default. */
  readonly exclusive?: boolean;
  /** For a file that another connection of this process writes; it is neither made nor locked. */
  readonly readOnly?: boolean;
}

/** How long an open waits for the lock of an ending process. */
const LOCK_WAIT_MS = 500;

/** By the lowest byte of a code; the others say more about the same failure. */
const SQLITE_CODES: Readonly<Record<number, DatabaseFaultCode>> = {
  5: 'database-in-use',
  6: 'database-in-use',
  13: 'database-full',
  14: 'database-not-readable',
  26: 'database-not-readable',
};

/** The DatabaseFault for an error of the database; other errors unchanged. */
export const databaseFault = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('sqliteCode' in error) || typeof error.sqliteCode !== 'number') return error;
  const code = SQLITE_CODES[error.sqliteCode & 0xff] ?? 'database-unavailable';
  return new DatabaseFault(code, `${code.replaceAll('-', ' ')}: ${error.message}`, { cause: error });
};

/** Lets only its owner read a database, and by it the files that SQLite makes beside it. */
const keepPrivate = (path: string): void => {
  try {
    chmodSync(path, PRIVATE);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error; // it is another user's, who has let this one write it
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
    if (path !== ':memory:') keepPrivate(path);
    if (exclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT');
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
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_schema');
  } catch (error) {
    throw databaseFault(error);
  } finally {
    database.close();
  }
};

/** Asks a database, which answers at once; what it throws becomes a rejection. */
export const asPromise = <Answer>(ask: () => Answer): Promise<Answer> => new Promise((resolve) => resolve(ask()));
