import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseFault, databaseFault, isDamaged } from '../../embedded/database-fault.js';
import { closeDatabase, type Database, openDatabase } from '../../embedded/sqlite.js';
import { openForWriting } from './schema.js';
import { SearchIndexFault } from '../search-index-fault.js';

/** A folder that this process has for itself while it is open. */
export interface Slot {
  readonly folder: string;
  release(): void;
}

/** Beside the file of an index: one that is to take its place, and a copy of it that is being made. */
export const INCOMING = '.incoming';
export const COPY = '.copy';

/**
 * What becomes of an existing file: it is used; it is deleted, since it is damaged or given up; or it gives way to the
 * incoming one.
 */
export type Opening = 'use' | 'discard' | 'take';

/** An index that is open for writing. */
export interface OpenedIndex {
  readonly slot: Slot;
  readonly path: string;
  readonly database: Database;
  /** Why an existing file was deleted and begun anew; null where none was. */
  readonly begunAnew: string | null;
}

/** More processes than anybody runs on one disk. */
const MOST_SLOTS = 64;

/**
 * Opens the index in the first numbered folder that no other process has open; its lock ends with the process. A file
 * that cannot be used is deleted, and so are incoming files and copies that a process has left. Throws DatabaseFault, or an error of the file
 * system.
 */
export const openIndexFile = (folder: string, opening: Opening): OpenedIndex => {
  const slot = takeSlot(folder);
  const path = join(slot.folder, 'index.sqlite');
  try {
    if (opening === 'take' && existsSync(`${path}${INCOMING}`)) {
      removeFiles(path);
      renameSync(`${path}${INCOMING}`, path);
    }
    for (const suffix of [INCOMING, COPY]) removeFiles(`${path}${suffix}`);
    const opened = opening === 'discard' ? { database: null, reason: 'it was found corrupt' } : openUsable(path);
    if (opened.database !== null) return { slot, path, database: opened.database, begunAnew: null };
    removeFiles(path);
    const database = openForWriting(path);
    if (database === null) throw new Error('a new index is not of its own version');
    return { slot, path, database, begunAnew: opened.reason };
  } catch (error) {
    slot.release();
    throw error;
  }
};

const removeFiles = (path: string): void => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true });
};

const openUsable = (path: string): { database: Database | null; reason: string } => {
  try {
    return { database: openForWriting(path), reason: 'it is of another version' };
  } catch (error) {
    if (!isDamaged(databaseFault(error))) throw error;
    return { database: null, reason: 'it cannot be read' };
  }
};

const takeSlot = (folder: string): Slot => {
  for (let number = 1; number <= MOST_SLOTS; number++) {
    const own = join(folder, String(number));
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const lock = takeLock(join(own, 'lock.sqlite'));
    if (lock !== null) return { folder: own, release: () => closeDatabase(lock) };
  }
  throw new SearchIndexFault('index-lost', `all ${MOST_SLOTS} indexes in ${folder} are open in other processes`);
};

const takeLock = (path: string): Database | null => {
  try {
    return openDatabase(path);
  } catch (error) {
    if (error instanceof DatabaseFault && error.code === 'database-in-use') return null;
    if (!isDamaged(databaseFault(error))) throw error;
    rmSync(path, { force: true }); // a file that can be read that far is locked by nobody
    return openDatabase(path);
  }
};
