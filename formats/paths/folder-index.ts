import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { sortNaturally } from './natural-order.js';

/** A file in an index. */
export interface IndexedFile {
  /** Its folders and its name, joined by `/`. */
  readonly path: string;
  /** As displayed. */
  readonly name: string;
  /** In bytes; null where it is not known. */
  readonly size: number | null;
  /** The bits of the states that it is in: bit `n` is for the state `n` of the index. */
  readonly states: number;
  /** The version that changed it last; absent where there are no versions. */
  readonly since?: number;
}

/** A folder in an index: what is directly in it, and sums of all files below it. */
export interface IndexedFolder<File extends IndexedFile, Detail> {
  readonly path: string;
  readonly name: string;
  /** What else is known of it; null for a folder that only the paths of files name. */
  readonly detail: Detail | null;
  readonly files: number;
  readonly bytes: number;
  /** The newest `since` of the files below it; 0 without any. */
  readonly since: number;
  /** How many files below it are in each state, in the order of the index. */
  readonly states: readonly number[];
  /** Folders by name, then files by name. */
  readonly children: () => FolderChildren<File, Detail>;
  /** How many folders and files are directly in it. */
  readonly entries: number;
}

interface FolderChildren<File extends IndexedFile, Detail> {
  readonly folders: readonly IndexedFolder<File, Detail>[];
  readonly files: readonly File[];
}

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

/** The folders and files of a tree, from which one folder is listed without a look at the rest. */
export interface FolderIndex<File extends IndexedFile, Detail> {
  /** How many folders and files there are. */
  readonly size: number;
  /** Null where there is none at the path; the root is at ''. */
  folder(path: string): IndexedFolder<File, Detail> | null;
}

type Sums = Pick<IndexedFolder<IndexedFile, unknown>, 'files' | 'bytes' | 'since'>;

class Folder<File extends IndexedFile, Detail> implements IndexedFolder<File, Detail> {
  files = 0;
  bytes = 0;
  since = 0;
  readonly path: string;
  readonly name: string;
  readonly detail: Detail | null;
  readonly states: number[];
  readonly #folders: Folder<File, Detail>[] = [];
  readonly #files: File[] = [];
  #sorted: FolderChildren<File, Detail> | null = null;

  constructor({ path, name, detail }: FolderToIndex<Detail | null>, states: number) {
    this.path = path;
    this.name = name;
    this.detail = detail;
    this.states = Array.from({ length: states }, () => 0);
  }

  get entries(): number {
    return this.#folders.length + this.#files.length;
  }

  readonly children = (): FolderChildren<File, Detail> =>
    (this.#sorted ??= {
      folders: sortNaturally(this.#folders, ({ name }) => name),
      files: sortNaturally(this.#files, ({ name }) => name),
    });

  takeFile(file: File): void {
    this.#files.push(file);
    const sums = { files: 1, bytes: file.size ?? 0, since: file.since ?? 0 };
    this.#add(sums, (state) => (file.states >>> state) & 1);
  }

  takeFolder(folder: Folder<File, Detail>): void {
    this.#folders.push(folder);
  }

  takeSums(folder: Folder<File, Detail>): void {
    this.#add(folder, (state) => folder.states[state] ?? 0);
  }

  #add({ files, bytes, since }: Sums, count: (state: number) => number): void {
    this.files += files;
    this.bytes += bytes;
    this.since = Math.max(this.since, since);
    for (let state = 0; state < this.states.length; state++)
      this.states[state] = (this.states[state] ?? 0) + count(state);
  }
}

/** A folder to be indexed. */
export interface FolderToIndex<Detail> {
  readonly path: string;
  readonly name: string;
  readonly detail: Detail;
}

/** What is put into an index: a folder comes before what is in it, unless only the paths of files name it. */
export type ItemToIndex<File extends IndexedFile, Detail> =
  { readonly folder: FolderToIndex<Detail> } | { readonly file: File };

export interface IndexOptions<File extends IndexedFile> {
  /** How many states there are. */
  readonly states: number;
  /** The folder that a file is listed in; by default the one in its path. */
  readonly folderOf?: (file: File) => string;
}

/** Indexes the folders and files of a tree. */
export function* indexFolders<File extends IndexedFile, Detail>(
  items: Iterable<ItemToIndex<File, Detail>>,
  { states, folderOf = ({ path }) => parentPath(path) }: IndexOptions<File>,
): SlicedWork<FolderIndex<File, Detail>> {
  const byPath = new Map<string, Folder<File, Detail>>();
  const create = (path: string, name: string, detail: Detail | null): Folder<File, Detail> => {
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const above = path === '' ? null : folderAt(parentPath(path));
    const folder = new Folder<File, Detail>({ path, name, detail }, states);
    above?.takeFolder(folder);
    byPath.set(path, folder);
    return folder;
  };
  const folderAt = (path: string): Folder<File, Detail> => create(path, path.slice(path.lastIndexOf('/') + 1), null);
  let files = 0;
  yield* eachSliced(items, (item) => {
    if ('folder' in item) {
      create(item.folder.path, item.folder.name, item.folder.detail);
      return;
    }
    folderAt(folderOf(item.file)).takeFile(item.file);
    files += 1;
  });
  folderAt('');
  // Folders come after those above them.
  yield* eachSliced([...byPath.values()].reverse(), (folder) => {
    if (folder.path !== '') folderAt(parentPath(folder.path)).takeSums(folder);
  });
  return { size: files + byPath.size, folder: (path) => byPath.get(path) ?? null };
}

const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** What is in a folder down to a depth, each folder before what is in it: folders by name, then files by name. */
export const rowsOfFolder = <File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
  { depth, offset, limit }: RowRange & { readonly depth: number },
): Rows<IndexRow<File, Detail>> => {
  const rows: IndexRow<File, Detail>[] = [];
  let total = 0;
  const isWanted = (): boolean => total >= offset && rows.length < limit;
  const take = (inside: IndexedFolder<File, Detail>, at: number): void => {
    const isBefore = depth === at && total + inside.entries <= offset;
    if (isBefore || (depth === at && rows.length >= limit)) {
      total += inside.entries;
      return;
    }
    const { folders, files } = inside.children();
    for (const each of folders) {
      if (isWanted()) rows.push({ depth: at, folder: each });
      total += 1;
      if (at < depth) take(each, at + 1);
    }
    const first = Math.max(0, offset - total);
    for (const file of files.slice(first, first + limit - rows.length)) rows.push({ depth: at, file });
    total += files.length;
  };
  take(folder, 1);
  return { rows, total };
};

/**
 * The number of the row of the file or folder at a path, in the rows of a folder to a depth; of what is deeper, that of the
 * folder which has it. Null where there is none.
 */
export const numberOfRow = <File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
  path: string,
  depth: number,
): number | null => {
  const { folders, files } = folder.children();
  let number = 0;
  for (const each of folders) {
    if (each.path === path) return number;
    if (path.startsWith(`${each.path}/`)) {
      const inside = numberOfRow(each, path, depth - 1);
      if (inside === null || depth <= 1) return inside === null ? null : number;
      return number + 1 + inside;
    }
    number += 1 + (depth <= 1 ? 0 : rowsOfFolder(each, { depth: depth - 1, offset: 0, limit: 0 }).total);
  }
  const found = files.findIndex((file) => file.path === path);
  return found === -1 ? null : number + found;
};

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
  const waiting = [folder];
  for (let inside = waiting.pop(); inside !== undefined; inside = waiting.pop()) {
    const most = mostIn(inside, filter);
    const isElsewhere = total + most <= offset || rows.length >= limit;
    if (most === 0 || (filter.isWanted === null && isElsewhere)) {
      total += most;
      continue;
    }
    const { folders, files } = inside.children();
    // The files of a folder come after its folders: it is met a second time.
    if (folders.length > 0) waiting.push(withoutFolders(inside), ...folders.toReversed());
    else
      yield* eachSliced(files, (file) => {
        if (!isFiltered(file, filter)) return;
        if (total >= offset && rows.length < limit) rows.push(file);
        total += 1;
      });
  }
  return { rows, total };
}

/** How many files below a folder are in the state; all of them are wanted, unless more is asked of them. */
const mostIn = <File extends IndexedFile>(
  { files, states }: Pick<IndexedFolder<File, unknown>, 'files' | 'states'>,
  { state }: FileFilter<File>,
): number => (state === null ? files : (states[state] ?? 0));

const isFiltered = <File extends IndexedFile>(file: File, { state, isWanted }: FileFilter<File>): boolean =>
  (state === null || ((file.states >>> state) & 1) === 1) && isWanted?.(file) !== false;

/** The folder with only the files that are directly in it. */
const withoutFolders = <File extends IndexedFile, Detail>(
  folder: IndexedFolder<File, Detail>,
): IndexedFolder<File, Detail> => {
  const { folders, files } = folder.children();
  const { path, name, detail, bytes, since } = folder;
  return {
    ...{ path, name, detail, bytes, since, entries: files.length, files: files.length },
    states: folder.states.map((count, state) =>
      folders.reduce((rest, { states }) => rest - (states[state] ?? 0), count),
    ),
    children: () => ({ folders: [], files }),
  };
};
