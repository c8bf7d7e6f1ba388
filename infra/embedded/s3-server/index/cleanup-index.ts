import type { Database } from '../../sqlite.js';

/**
 * Records of everything that a killed process may leave behind, made beforehand, so that the next open cleans up only
 * those; and of what it must never clean up.
 */
export interface CleanupIndex {
  /** A byte file that no row names any more. */
  readonly orphanFiles: Notes;
  /** A folder of byte files in which some may not have a row yet. */
  readonly unsettledFolders: Notes;
  /** A folder of plain files that may be empty. */
  readonly vacantFolders: Notes;
  /** A byte file whose name was lost with an earlier index. */
  readonly namelessFiles: Notes;
  /** A byte file that a row names, and that was removed with a newer index. */
  readonly lostFiles: Notes;
  /** What marks the folder of byte files: its one mark is among these, unless another index was used with it since. */
  readonly folderMarks: Notes;
}

export interface Notes {
  add(note: string): void;
  remove(note: string): void;
  has(note: string): boolean;
  all(): readonly string[];
}

const TABLES = {
  orphanFiles: 'unnamed_files',
  unsettledFolders: 'unsettled_folders',
  vacantFolders: 'vacant_folders',
  namelessFiles: 'nameless_files',
  lostFiles: 'lost_files',
  folderMarks: 'folder_marks',
} as const;

export const CLEANUP_TABLES = Object.values(TABLES)
  .map((table) => `CREATE TABLE IF NOT EXISTS ${table} (note TEXT PRIMARY KEY) WITHOUT ROWID;`)
  .join('\n');

const notes = (database: Database, table: string): Notes => {
  const add = database.prepare(`INSERT OR IGNORE INTO ${table} (note) VALUES (?)`);
  const remove = database.prepare(`DELETE FROM ${table} WHERE note = ?`);
  const has = database.prepare(`SELECT 1 FROM ${table} WHERE note = ?`);
  const all = database.prepare(`SELECT note FROM ${table}`);
  return {
    add: (note) => void add.run(note),
    remove: (note) => void remove.run(note),
    has: (note) => has.get(note) !== undefined,
    all: () => (all.all() as { note: string }[]).map(({ note }) => note),
  };
};

export const cleanupIndex = (database: Database): CleanupIndex => ({
  orphanFiles: notes(database, TABLES.orphanFiles),
  unsettledFolders: notes(database, TABLES.unsettledFolders),
  vacantFolders: notes(database, TABLES.vacantFolders),
  namelessFiles: notes(database, TABLES.namelessFiles),
  lostFiles: notes(database, TABLES.lostFiles),
  folderMarks: notes(database, TABLES.folderMarks),
});
