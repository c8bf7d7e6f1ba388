import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import type { IndexedFile, IndexedFolder } from './folder-index.js';

/** A row of a listing; `depth` is 1 directly in the folder that is listed. */
export type IndexRow<File extends IndexedFile, Detail> =
  | { readonly depth: number; readonly folder: IndexedFolder<File, Detail> }
  | { readonly depth: number; readonly file: File };

export interface Rows<Row> {
  readonly rows: readonly Row[];
  /** Of all rows, before and after these, too. */
  readonly total: number;
}

/** Which rows of a listing are wanted. */
export interface RowRange {
  readonly offset: number;
  readonly limit: number;
}

/** What is in a folder down to a depth, each folder before what is in it: folders by name, then files by name. */
export function* rowsOfFolder<File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
  { depth, offset, limit }: RowRange & { readonly depth: number },
): SlicedWork<Rows<IndexRow<File, Detail>>> {
  const rows: IndexRow<File, Detail>[] = [];
  let total = 0;
  const isWanted = (): boolean => total >= offset && rows.length < limit;
  const take = function* (inside: IndexedFolder<File, Detail>, at: number): SlicedWork<void> {
    const isBefore = depth === at && total + inside.entries <= offset;
    if (isBefore || (depth === at && rows.length >= limit)) {
      total += inside.entries;
      return;
    }
    const { folders, files } = yield* inside.children();
    for (const each of folders) {
      if (isWanted()) rows.push({ depth: at, folder: each });
      total += 1;
      if (at < depth) yield* take(each, at + 1);
    }
    const first = Math.max(0, offset - total);
    for (const file of files.slice(first, first + limit - rows.length)) rows.push({ depth: at, file });
    total += files.length;
  };
  yield* take(folder, 1);
  return { rows, total };
}

/**
 * The number of the row of the file or folder at a path, in the rows of a folder to a depth; of what is deeper, that of the
 * folder which has it. Null where there is none.
 */
export function* numberOfRow<File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
  path: string,
  depth: number,
): SlicedWork<number | null> {
  const { folders, files } = yield* folder.children();
  let number = 0;
  for (const each of folders) {
    if (each.path === path) return number;
    if (path.startsWith(`${each.path}/`)) {
      const inside = yield* numberOfRow(each, path, depth - 1);
      if (inside === null || depth <= 1) return inside === null ? null : number;
      return number + 1 + inside;
    }
    number += 1;
    if (depth > 1) number += (yield* rowsOfFolder(each, { depth: depth - 1, offset: 0, limit: 0 })).total;
  }
  const found = files.findIndex((file) => file.path === path);
  return found === -1 ? null : number + found;
}

/** Which files are wanted. */
export interface FileFilter<File extends IndexedFile> {
  /** The number of a state; null for files in any. */
  readonly state: number | null;
  /** Null for all. */
  readonly isWanted: ((file: File) => boolean) | null;
}

/** The files below a folder that are wanted, in the order of the rows of all folders. Folders without any are passed over. */
export function* filesBelow<File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
  filter: FileFilter<File>,
  { offset, limit }: RowRange,
): SlicedWork<Rows<File>> {
  const rows: File[] = [];
  let total = 0;
  const take = function* (inside: IndexedFolder<File, Detail>): SlicedWork<void> {
    const most = mostIn(inside, filter);
    const isElsewhere = total + most <= offset || rows.length >= limit;
    if (most === 0 || (filter.isWanted === null && isElsewhere)) {
      total += most;
      return;
    }
    const { folders, files } = yield* inside.children();
    for (const each of folders) yield* take(each);
    yield* eachSliced(files, (file) => {
      if (!isFiltered(file, filter)) return;
      if (total >= offset && rows.length < limit) rows.push(file);
      total += 1;
    });
  };
  yield* take(folder);
  return { rows, total };
}

/** How many files below a folder are in the state; all of them are wanted, unless more is asked of them. */
const mostIn = <File extends IndexedFile>(
  { files, states }: Pick<IndexedFolder<File, unknown>, 'files' | 'states'>,
  { state }: FileFilter<File>,
): number => (state === null ? files : (states[state] ?? 0));

const isFiltered = <File extends IndexedFile>(file: File, { state, isWanted }: FileFilter<File>): boolean =>
  (state === null || ((file.states >>> state) & 1) === 1) && isWanted?.(file) !== false;
