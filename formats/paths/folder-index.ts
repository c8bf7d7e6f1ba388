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
  /** What is directly in it; sorted when it is asked for the first time. */
  readonly children: () => SlicedWork<FolderChildren<File, Detail>>;
  /** How many folders and files are directly in it. */
  readonly entries: number;
}

/** By name. */
interface FolderChildren<File extends IndexedFile, Detail> {
  readonly folders: readonly IndexedFolder<File, Detail>[];
  readonly files: readonly File[];
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

  *children(): SlicedWork<FolderChildren<File, Detail>> {
    const folders = this.#sorted?.folders ?? (yield* sortNaturally(this.#folders, ({ name }) => name));
    const files = this.#sorted?.files ?? (yield* sortNaturally(this.#files, ({ name }) => name));
    return (this.#sorted ??= { folders, files });
  }

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
