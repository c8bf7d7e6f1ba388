import { KINDS, type Change, type ChangedFolder, type ChangeKind, type Sums } from './changes.js';

export interface FolderRow {
  readonly row: 'folder';
  readonly isFolder: true;
  readonly path: string;
  readonly name: string;
  readonly sums: Sums;
  readonly state: ChangedFolder['state'];
}
export interface FileRow extends Change {
  readonly row: 'file';
  readonly isFolder: false;
}
/** Stands for the files of a kind in a folder that are not shown yet. */
export interface MoreRow {
  readonly row: 'more';
  readonly isFolder: false;
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly kind: ChangeKind;
  readonly files: number;
}
export type PreviewRow = FolderRow | FileRow | MoreRow;

/** So many of each kind are shown of a folder before the rest is asked for. */
const FIRST = 3;

/** Names the files of a kind in a folder, to show all of them. */
export const allOf = (folder: string, kind: ChangeKind): string => `${kind} ${folder}`;

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name.localeCompare(other.name, undefined, { numeric: true });

const holds = ({ sums, state, folders }: ChangedFolder, kinds: readonly ChangeKind[]): boolean =>
  kinds.some((kind) => sums[kind].files > 0) ||
  (kinds.length > 1 && state !== 'stays') ||
  [...folders.values()].some((folder) => holds(folder, kinds));

/** The rows of a folder: its folders, then the first files of each kind, or all where they were asked for. */
export const rowsIn = (
  folder: ChangedFolder,
  show: ChangeKind | null,
  whole: ReadonlySet<string>,
): readonly PreviewRow[] => {
  const kinds = show === null ? KINDS : [show];
  const folders = [...folder.folders.values()]
    .filter((each) => holds(each, kinds))
    .sort(byName)
    .map(({ path, name, sums, state }): FolderRow => ({ row: 'folder', isFolder: true, path, name, sums, state }));
  const files = kinds.flatMap((kind): readonly PreviewRow[] => {
    const all = folder.files[kind].toSorted(byName);
    const isWhole = whole.has(allOf(folder.path, kind)) || all.length <= FIRST + 1;
    const shown = (isWhole ? all : all.slice(0, FIRST)).map((change): FileRow => ({
      ...change,
      row: 'file',
      isFolder: false,
    }));
    if (isWhole) return shown;
    const path = `${folder.path}\n${kind}`;
    const files = all.length - FIRST;
    return [...shown, { row: 'more', isFolder: false, path, name: '', folder: folder.path, kind, files }];
  });
  return [...folders, ...files];
};

/** The folder at a path; null where nothing changes there. */
export const folderAt = (top: ChangedFolder, path: string): ChangedFolder | null => {
  let at: ChangedFolder | undefined = top;
  for (let end = path.indexOf('/'); path !== '' && at !== undefined; end = path.indexOf('/', end + 1)) {
    at = at.folders.get(end < 0 ? path : path.slice(0, end));
    if (end < 0) break;
  }
  return at ?? null;
};

/** Rows up to which folders are open at first. */
const OPEN_ROWS = 50;

/** The folders to open at first: level by level, as long as all rows are few. */
export const openAtFirst = (top: ChangedFolder): readonly string[] => {
  const open: string[] = [];
  let rows = rowsIn(top, null, new Set()).length;
  let level = [...top.folders.values()];
  while (level.length > 0) {
    const more = level.reduce((sum, folder) => sum + rowsIn(folder, null, new Set()).length, 0);
    if (rows + more > OPEN_ROWS) break;
    rows += more;
    open.push(...level.map(({ path }) => path));
    level = level.flatMap((folder) => [...folder.folders.values()]);
  }
  return open;
};
