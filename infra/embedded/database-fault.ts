import { faultClass } from '../../flow/fault.js';

export type DatabaseFaultCode =
  | 'database-in-use' // another process, or another connection of this one, has it open
  | 'database-full' // no room on the disk; the transaction was rolled back
  | 'database-not-readable' // cannot be opened
  | 'database-damaged' // it is not a database, or parts of it cannot be read
  | 'outcome-unknown' // the commit failed: its changes may or may not exist after the next open
  | 'database-unavailable';

/** A failure of the database; `cause` is its own error. */
export class DatabaseFault extends faultClass<DatabaseFaultCode>('DatabaseFault') {}

/** By the lowest byte of a code; the others say more about the same failure. */
const SQLITE_CODES: Readonly<Record<number, DatabaseFaultCode>> = {
  5: 'database-in-use',
  6: 'database-in-use',
  11: 'database-damaged',
  13: 'database-full',
  14: 'database-not-readable',
  26: 'database-damaged',
};

/** What SQLite says of damage; its binding gives some errors no code, and the full-text index gives any. */
const DAMAGE = /^(database disk image is malformed|file is not a database|vtable constructor failed)/;

const codeFor = (error: Error): DatabaseFaultCode | null => {
  if (DAMAGE.test(error.message)) return 'database-damaged';
  if (!('sqliteCode' in error) || typeof error.sqliteCode !== 'number') return null;
  return SQLITE_CODES[error.sqliteCode & 0xff] ?? 'database-unavailable';
};

/** The DatabaseFault for an error of the database; other errors unchanged. */
export const databaseFault = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const code = codeFor(error);
  return code === null
    ? error
    : new DatabaseFault(code, `${code.replaceAll('-', ' ')}: ${error.message}`, { cause: error });
};

/** Whether a failure says that the file is damaged, or is no database. */
export const isDamaged = (error: unknown): error is DatabaseFault =>
  error instanceof DatabaseFault && error.code === 'database-damaged';

/** The same fault, ending with what the operator can do about a damaged file; other errors unchanged. */
export const withRemedy = (error: unknown, ifDamaged: string): unknown =>
  isDamaged(error) ? new DatabaseFault(error.code, `${error.message}. ${ifDamaged}`, { cause: error }) : error;
