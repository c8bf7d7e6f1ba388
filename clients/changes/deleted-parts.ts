/** A change to files by their paths, as a person is asked about it. */
interface Deletion {
  /** Files that would be deleted; a renamed file is none. */
  readonly deleted: readonly string[];
  /** The paths of the files that stay or come, and the former paths of those that are renamed. */
  readonly kept: Iterable<string>;
}

/** What of a deletion is named. */
export interface DeletedParts {
  /** The topmost folders that lose all of their files, with how many these are. */
  readonly folders: readonly { readonly path: string; readonly files: number }[];
  /** Deleted files beside these folders. */
  readonly files: readonly string[];
}

/** The folders above a path, the topmost first. */
const foldersAbove = function* (path: string): Generator<string> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) yield path.slice(0, end);
};

/** The folders that a deletion takes wholly, and the files that it takes beside them. */
export const deletedParts = ({ deleted, kept }: Deletion): DeletedParts => {
  const staying = new Set<string>();
  for (const path of kept) for (const folder of foldersAbove(path)) staying.add(folder);
  const files: string[] = [];
  const folders = new Map<string, number>();
  for (const path of deleted) {
    const gone = [...foldersAbove(path)].find((folder) => !staying.has(folder));
    if (gone === undefined) files.push(path);
    else folders.set(gone, (folders.get(gone) ?? 0) + 1);
  }
  return { folders: [...folders].map(([path, count]) => ({ path, files: count })), files };
};
