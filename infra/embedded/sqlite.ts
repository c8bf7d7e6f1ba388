import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

export type Database = DatabaseSyncInstance;

export type DatabaseFaultCode =
  | 'database-in-use' // another process, or another connection of this one, holds it
  | 'database-full' // no room on the disk; the transaction was rolled back
  | 'database-not-readable' // cannot be opened, or is not a database
  | 'outcome-unknown' // the commit itself failed: what it held may or may not be found after the next open
  | 'database-unavailable';

/** What the database says when it cannot; `cause` is its own error. */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault';
  readonly code: DatabaseFaultCode;
  constructor(code: DatabaseFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface DatabaseOptions {
  /** Whether nobody else may open it meanwhile; true when absent. */
  readonly exclusive?: boolean;
}

/** How long an open waits for the lock of a process that is just ending. */
const LOCK_WAIT_MS = 500;

const SQLITE_CODES: Readonly<Record<number, DatabaseFaultCode>> = {
  5: 'database-in-use',
  6: 'database-in-use',
  13: 'database-full',
  14: 'database-not-readable',
  26: 'database-not-readable',
};

/** Translates an error of the database; anything else is given back as it is. */
export const databaseFault = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('sqliteCode' in error) || typeof error.sqliteCode !== 'number') return error;
  const code = SQLITE_CODES[error.sqliteCode] ?? 'database-unavailable';
  return new DatabaseFault(code, `${code.replaceAll('-', ' ')}: ${error.message}`, { cause: error });
};

/**
 * Opens the database at `path`, made when absent, so that a commit is on the disk when it returns; `:memory:` lives as
 * long as its connection. Throws DatabaseFault.
 */
export const openDatabase = (path: string, { exclusive = true }: DatabaseOptions = {}): Database => {
  let database: Database | undefined;
  try {
    database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
    if (exclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE; COMMIT');
    return database;
  } catch (error) {
    database?.close();
    const fault = databaseFault(error);
    throw fault instanceof DatabaseFault ? new DatabaseFault(fault.code, `${path}: ${fault.message}`, fault) : fault;
  }
};

/**
 * Runs `work` in one transaction and answers when it is durable. Whatever is thrown, nothing of it stays, except that a
 * fault `outcome-unknown` leaves that open: the disk refused the commit, and this connection should not be trusted with
 * another write.
 */
export const transact = <Result>(database: Database, work: () => Result): Result => {
  let committing = false;
  try {
    database.exec('BEGIN IMMEDIATE');
    const result = work();
    committing = true;
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    const fault = databaseFault(error);
    if (!committing || !(fault instanceof DatabaseFault) || fault.code === 'database-full') throw fault;
    throw new DatabaseFault('outcome-unknown', `the commit failed: ${fault.message}`, { cause: error });
  }
};

/**
 * Closes the database and lets go of its lock at once. Closing alone would not: a statement that is still in memory
 * keeps the connection, and with it an exclusive lock, until it is collected as garbage. It is closed in any case; a
 * DatabaseFault says that the lock may remain.
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
