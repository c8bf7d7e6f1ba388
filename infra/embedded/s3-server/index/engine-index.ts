import { fstatSync, writeSync } from 'node:fs';
import { closeDatabase, openDatabase, transact } from '../../sqlite.js';
import { CLEANUP_TABLES, cleanupIndex, type CleanupIndex } from './cleanup-index.js';
import { openFolderTotals, type FolderTotalsIndex } from './folder-totals.js';
import { GroupCommit } from './group-commit.js';
import { sharedSyncs } from '../../file-system/shared-syncs.js';
import { takeSyncsOver } from '../../synced-log.js';
import { OBJECT_TABLES, objectIndex, type ObjectIndex } from './object-index.js';
import { UPLOAD_TABLES, uploadIndex, type UploadIndex } from './upload-index.js';

/** The engine's database. Reads are direct and see committed data; every write goes through `commit`. */
export interface EngineIndex {
  readonly objects: ObjectIndex;
  readonly uploads: UploadIndex;
  readonly cleanup: CleanupIndex;
  readonly totals: FolderTotalsIndex;
  readonly commit: GroupCommit;
  close(): Promise<void>;
}

const RESERVE_BYTES = 512 * 1024;

/**
 * Lengthens the write-ahead log by zeros, which the database takes for its end, so that a deletion can still be recorded
 * on a disk that is full. Without room for that, nothing is reserved.
 */
const reserveRoom = (log: number): void => {
  try {
    const { size } = fstatSync(log);
    if (size < RESERVE_BYTES) writeSync(log, Buffer.alloc(RESERVE_BYTES - size), 0, RESERVE_BYTES - size, size);
  } catch {
    // Whoever needs the room says so.
  }
};

/**
 * Opens the index, created when absent, for this process only. Throws DatabaseFault.
 *
 * Commits are synced here: one sync for all waiting writers, in another thread, before their writes resolve.
 */
export const openEngineIndex = (path: string): EngineIndex => {
  const database = openDatabase(path);
  const totals = transact(database, () => {
    database.exec(OBJECT_TABLES + UPLOAD_TABLES + CLEANUP_TABLES);
    return openFolderTotals(database);
  });
  const log = takeSyncsOver(database, path);
  reserveRoom(log.descriptor);
  const syncLog = sharedSyncs(log.syncInThread);
  const commit = new GroupCommit(database, { sync: () => syncLog(path), repair: log.repair });
  return {
    totals,
    objects: objectIndex(database, totals),
    uploads: uploadIndex(database),
    cleanup: cleanupIndex(database),
    commit,
    async close() {
      await commit.close();
      log.close();
      closeDatabase(database);
    },
  };
};
