import { closeSync, fdatasync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Database } from './sqlite.js';

/** The write-ahead log of an open database, whose commits are made durable here. */
export interface SyncedLog {
  readonly descriptor: number;
  /** Returns when every commit before it is durable; throws the error of the system. */
  readonly sync: () => void;
  /** The same in another thread. */
  readonly syncInThread: () => Promise<void>;
  /**
   * After a failed sync, before the next commit: makes durable what that sync was for. Throws the error of the system,
   * and may then be repeated. Changes nothing where no sync has failed.
   */
  readonly repair: () => void;
  readonly close: () => void;
}

const syncFile = (file: number): Promise<void> => promisify(fdatasync)(file);

/** What was committed can be found by the next start alone, which reads the log by its checksums. */
const endProcess = (path: string, cause: unknown): void => {
  const message = `${path} could not be synced, and cannot be read: the process ends, and its next start reads what is there`;
  setImmediate(() => {
    throw new Error(message, { cause });
  });
};

/**
 * The log of the database at `path`, which is open. The system reports a failed sync once and takes the bytes for written: a
 * second sync would succeed without them. They are therefore read at once, while the system still has them, and written
 * again by `repair`; where they cannot be read, the process ends by an uncaught error.
 */
export const openSyncedLog = (path: string): SyncedLog => {
  const file = `${path}-wal`;
  const log = openSync(file, 'r+');
  let kept: Buffer | null = null;
  const keep = (): void => {
    try {
      kept = readFileSync(file);
    } catch (error) {
      endProcess(file, error);
    }
  };
  const sync = (): void => {
    try {
      fdatasyncSync(log);
    } catch (error) {
      keep();
      throw error;
    }
  };
  return {
    descriptor: log,
    sync,
    syncInThread: () =>
      syncFile(log).catch((error: unknown) => {
        keep();
        throw error;
      }),
    repair() {
      if (kept === null) return;
      for (let at = 0; at < kept.length;) at += writeSync(log, kept, at, kept.length - at, at);
      fdatasyncSync(log);
      kept = null;
    },
    close: () => closeSync(log),
  };
};

/**
 * Takes the sync of commits over from a database in a file: with synchronous NORMAL it writes a commit to its write-ahead
 * log without a sync, and still syncs log and database around each checkpoint. A power cut ends the log before an
 * incomplete commit, by its checksums. The database itself would sync by `fsync`, which also writes the time of the last
 * change to the journal of the file system; `fdatasync` leaves that out.
 */
export const takeSyncsOver = (database: Database, path: string): SyncedLog => {
  database.exec('PRAGMA synchronous = NORMAL');
  return openSyncedLog(path);
};
