import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { closeDatabase, openDatabase, transact } from '../../sqlite.js';
import { CLEANUP_TABLES, cleanupIndex, type CleanupIndex } from './cleanup-index.js';
import { GroupCommit } from './group-commit.js';
import { sharedSyncs } from '../../file-system/shared-syncs.js';
import { OBJECT_TABLES, objectIndex, type ObjectIndex } from './object-index.js';
import { UPLOAD_TABLES, uploadIndex, type UploadIndex } from './upload-index.js';

/** The engine's one database. Reads are direct and see what was committed; every write goes through `commit`. */
export interface EngineIndex {
  readonly objects: ObjectIndex;
  readonly uploads: UploadIndex;
  readonly cleanup: CleanupIndex;
  readonly commit: GroupCommit;
  close(): Promise<void>;
}

const syncFile = promisify(fdatasync);

/**
 * Opens the index, made when absent, for this process alone. Throws DatabaseFault.
 *
 * With synchronous NORMAL the database appends a commit to its write-ahead log without a sync, and still syncs log and
 * database around each checkpoint. The sync of a commit is ours: one for all that gathered, in another thread, before
 * anyone hears that the write is done. A log that was torn by a power cut ends, by its checksums, in front of it.
 */
export const openEngineIndex = (path: string): EngineIndex => {
  const database = openDatabase(path);
  transact(database, () => database.exec(OBJECT_TABLES + UPLOAD_TABLES + CLEANUP_TABLES));
  database.exec('PRAGMA synchronous = NORMAL');
  const log = openSync(`${path}-wal`, 'r+');
  const sync = sharedSyncs(() => syncFile(log));
  const commit = new GroupCommit(database, () => sync(path));
  return {
    objects: objectIndex(database),
    uploads: uploadIndex(database),
    cleanup: cleanupIndex(database),
    commit,
    async close() {
      await commit.close();
      closeSync(log);
      closeDatabase(database);
    },
  };
};
