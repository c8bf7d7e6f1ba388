import { closeDatabase, openDatabase, transact } from '../sqlite.js';
import { DEBRIS_TABLES, debrisIndex, type DebrisIndex } from './debris-index.js';
import { groupCommit, type GroupCommit } from './group-commit.js';
import { OBJECT_TABLES, objectIndex, type ObjectIndex } from './object-index.js';
import { UPLOAD_TABLES, uploadIndex, type UploadIndex } from './upload-index.js';

/** The engine's one database. Reads are direct and see what was committed; every write goes through `commit`. */
export interface EngineIndex {
  readonly objects: ObjectIndex;
  readonly uploads: UploadIndex;
  readonly debris: DebrisIndex;
  readonly commit: GroupCommit;
  close(): void;
}

/** Opens the index, made when absent, for this process alone. Throws DatabaseFault. */
export const openEngineIndex = (path: string): EngineIndex => {
  const database = openDatabase(path);
  transact(database, () => database.exec(OBJECT_TABLES + UPLOAD_TABLES + DEBRIS_TABLES));
  const commit = groupCommit(database);
  return {
    objects: objectIndex(database),
    uploads: uploadIndex(database),
    debris: debrisIndex(database),
    commit,
    close() {
      commit.flush();
      closeDatabase(database);
    },
  };
};
