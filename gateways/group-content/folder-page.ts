import { runInSlices } from '../../flow/run-in-slices.js';
import type { IndexedFile, IndexedFolder } from '../../formats/paths/folder-index.js';
import { filesBelow, numberOfRow, rowsOfFolder, type IndexRow, type Rows } from '../../formats/paths/folder-rows.js';

/** Which part of a folder is wanted; absent members have their defaults. */
export interface FolderQuery {
  /** How many levels of folders are shown open. */
  readonly depth?: number;
  readonly offset?: number;
  readonly limit?: number;
  /** The path of a file or folder: the page is the one that has it, in place of `offset`. */
  readonly at?: string;
  /** A part of the displayed name: only files are listed, from the whole folder. */
  readonly name?: string;
}

/** Rows on a page, unless a query has another number. */
const ROWS = 100;

/** What else of a file is asked for. */
export interface RowFilter<File extends IndexedFile> {
  /** Null for any. */
  readonly state: number | null;
  /** Null for all. */
  readonly isWanted: ((file: File) => boolean) | null;
}

/** A page of rows, and where it is among them. */
export interface FolderPage<File extends IndexedFile, Detail> extends Rows<IndexRow<File, Detail>> {
  readonly offset: number;
  /** The number of the row that was asked for by its path; null where none was. */
  readonly at: number | null;
}

/**
 * A page of what is in a folder, or where anything is asked of files, of those at any depth below it. Null where there is
 * nothing at the path `at`.
 */
export const folderPage = async <File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
  query: FolderQuery,
  filter: RowFilter<File>,
): Promise<FolderPage<File, Detail> | null> => {
  const { depth = 1, limit = ROWS, name } = query;
  const isFlat = filter.state !== null || filter.isWanted !== null || name !== undefined;
  if (isFlat) {
    const { offset = 0 } = query;
    const { rows, total } = await runInSlices(filesBelow(folder, withName(filter, name), { offset, limit }));
    return { offset, at: null, rows: rows.map((file) => ({ depth: 1, file })), total };
  }
  const at = query.at === undefined ? null : await runInSlices(numberOfRow(folder, query.at, depth));
  if (query.at !== undefined && at === null) return null;
  const offset = at === null ? (query.offset ?? 0) : at - (at % Math.max(1, limit));
  return { offset, at, ...(await runInSlices(rowsOfFolder(folder, { depth, offset, limit }))) };
};

const withName = <File extends IndexedFile>(
  { state, isWanted }: RowFilter<File>,
  name: string | undefined,
): RowFilter<File> => {
  if (name === undefined) return { state, isWanted };
  const part = name.toLowerCase();
  return { state, isWanted: (file) => file.name.toLowerCase().includes(part) && isWanted?.(file) !== false };
};
