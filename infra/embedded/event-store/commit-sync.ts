import { fstatSync, statfsSync, writeSync } from 'node:fs';
import type { Database } from '../sqlite.js';
import { openSyncedLog, type SyncedLog } from '../synced-log.js';

/** Makes the commits of a database durable. */
export type CommitSync = Pick<SyncedLog, 'sync' | 'repair' | 'close'>;

const NOTHING: CommitSync = { sync: () => undefined, repair: () => undefined, close: () => undefined };

/**
 * Takes the sync of commits over from the database. With synchronous NORMAL it writes a commit to its write-ahead log
 * without a sync, and still syncs log and database around each checkpoint; a power cut ends the log before an
 * incomplete commit, by its checksums. The database itself would sync by `fsync`, which also writes the time of the last
 * change to the journal of the file system; `fdatasync` leaves that out.
 */
export const openCommitSync = (database: Database): CommitSync => {
  const path = database.location();
  if (path === null || path === '') return NOTHING; // in memory
  database.exec('PRAGMA synchronous = NORMAL');
  const log = openSyncedLog(path);
  const makeRoom = roomMaker(log.descriptor, path);
  const sync = (): void => {
    makeRoom();
    log.sync();
  };
  return { ...log, sync };
};

const ROOM = Buffer.alloc(1024 * 1024);
/** What is left on a disk for those who need it more: to end a job well, or to remove what it left. */
const SPARED_BYTES = 64 * 1024 * 1024;

const isNearlyFull = (path: string): boolean => {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < SPARED_BYTES;
};

/** How often the length of the log is looked at, in commits; most of these together need less room. */
const LOOK_EVERY = 16;

/**
 * Lengthens the log by zeros whenever it has become longer, until a checkpoint begins it anew. A sync of bytes that are
 * overwritten writes nothing but these; a sync of a file that has become longer also writes where its new bytes are.
 * The database takes zeros for the end of its log.
 */
const roomMaker = (log: number, path: string): (() => void) => {
  let end = 0;
  let commits = 0;
  return () => {
    if (commits++ % LOOK_EVERY !== 0) return;
    const { size } = fstatSync(log);
    if (size <= end) return;
    end = size;
    try {
      if (isNearlyFull(path)) return;
      end += writeSync(log, ROOM, 0, ROOM.length, size);
    } catch {
      // The commit itself is in the log; what is missing is room for the next ones, which say so themselves.
    }
  };
};
