import { runInSlices } from '../../flow/slices.js';
import {
  filesBelow,
  rowsOfFolder,
  type IndexedFile,
  type IndexedFolder,
  type IndexRow,
  type Rows,
} from '../../formats/paths/folder-index.js';

/** Which part of a folder is wanted; absent members have their defaults. */
export interface FolderQuery {
  /** How many levels of folders are shown open. */
  readonly depth?: number;
  readonly offset?: number;
  readonly limit?: number;
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

/** A page of what is in a folder, or where anything is asked of files, of those at any depth below it. */
export const folderPage = async <File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
  { depth = 1, offset = 0, limit = ROWS, name }: FolderQuery,
  { state, isWanted }: RowFilter<File>,
): Promise<Rows<IndexRow<File, Detail>>> => {
  if (state === null && isWanted === null && name === undefined) return rowsOfFolder(folder, { depth, offset, limit });
  const part = name?.toLowerCase();
  const isNamed = part === undefined ? null : (file: File): boolean => file.name.toLowerCase().includes(part);
  const both = [isNamed, isWanted].filter((each) => each !== null);
  const all = both.length === 0 ? null : (file: File): boolean => both.every((holds) => holds(file));
  const { rows, total } = await runInSlices(filesBelow(folder, { state, isWanted: all }, { offset, limit }));
  return { rows: rows.map((file) => ({ depth: 1, file })), total };
};
