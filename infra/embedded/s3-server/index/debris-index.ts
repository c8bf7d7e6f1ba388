import type { Database } from '../../sqlite.js';

/**
 * Where a process that is killed may leave something behind: noted before it can, so that the next open looks there
 * and nowhere else.
 */
export interface DebrisIndex {
  /** A byte file that no row names any more. */
  readonly files: Notes;
  /** A folder of byte files in which some may not have a row yet. */
  readonly folders: Notes;
  /** A folder of plain files that may be empty. */
  readonly vacancies: Notes;
}

export interface Notes {
  add(note: string): void;
  remove(note: string): void;
  all(): readonly string[];
}

const TABLES = { files: 'unnamed_files', folders: 'unsettled_folders', vacancies: 'vacant_folders' } as const;

export const DEBRIS_TABLES = Object.values(TABLES)
  .map((table) => `CREATE TABLE IF NOT EXISTS ${table} (note TEXT PRIMARY KEY) WITHOUT ROWID;`)
  .join('\n');

const notes = (database: Database, table: string): Notes => {
  const add = database.prepare(`INSERT OR IGNORE INTO ${table} (note) VALUES (?)`);
  const remove = database.prepare(`DELETE FROM ${table} WHERE note = ?`);
  const all = database.prepare(`SELECT note FROM ${table}`);
  return {
    add: (note) => void add.run(note),
    remove: (note) => void remove.run(note),
    all: () => (all.all() as { note: string }[]).map(({ note }) => note),
  };
};

export const debrisIndex = (database: Database): DebrisIndex => ({
  files: notes(database, TABLES.files),
  folders: notes(database, TABLES.folders),
  vacancies: notes(database, TABLES.vacancies),
});
