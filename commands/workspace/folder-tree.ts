import { sortByUtf8 } from '../../formats/paths/utf8-order.js';
import { isMarker, type WorkspaceObject } from './workspace-object.js';

/** A folder of a workspace, with or without a marker object of its own. */
export interface WorkspaceFolder {
  /** Relative to the deposit, '' for the root, without a slash at its end. */
  readonly path: string;
  /** The recorded original name; null for a folder without a marker. */
  readonly name: string | null;
  /** The marker's time; else that of the newest object below. */
  readonly modified: Date;
  /** In the order of their paths' UTF-8 bytes; so are the folders. */
  readonly files: readonly WorkspaceObject[];
  readonly folders: readonly WorkspaceFolder[];
}

interface MutableFolder {
  path: string;
  name: string | null;
  modified: Date;
  files: WorkspaceObject[];
  folders: MutableFolder[];
}

/** The tree of folders of some objects and markers; the time of an empty root is `since`. */
export const folderTree = (objects: Iterable<WorkspaceObject>, since: Date): WorkspaceFolder => {
  const root: MutableFolder = { path: '', name: null, modified: since, files: [], folders: [] };
  const byPath = new Map([['', root]]);
  const markers: WorkspaceObject[] = [];
  for (const object of objects) {
    if (isMarker(object)) markers.push(object);
    else folderAt(byPath, parentPath(object.path)).files.push(object);
  }
  for (const marker of markers) folderAt(byPath, marker.path.slice(0, -1)).name = marker.name;
  const times = new Map(markers.map(({ path, modified }) => [path.slice(0, -1), modified]));
  // Deepest first: a folder is in the map before what is below it.
  for (const folder of [...byPath.values()].reverse()) completeFolder(folder, times.get(folder.path));
  return root;
};

const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The folder at a path, created with its ancestors where it does not exist yet. The root exists. */
const folderAt = (byPath: Map<string, MutableFolder>, path: string): MutableFolder => {
  const known = byPath.get(path);
  if (known !== undefined) return known;
  const parent = folderAt(byPath, parentPath(path));
  const made: MutableFolder = { path, name: null, modified: parent.modified, files: [], folders: [] };
  parent.folders.push(made);
  byPath.set(path, made);
  return made;
};

const completeFolder = (folder: MutableFolder, marked: Date | undefined): void => {
  sortByUtf8(folder.files, ({ path }) => path);
  sortByUtf8(folder.folders, ({ path }) => path);
  folder.modified = marked ?? newest([...folder.files, ...folder.folders]) ?? folder.modified;
};

const newest = (children: readonly { readonly modified: Date }[]): Date | null =>
  children.reduce<Date | null>(
    (latest, { modified }) => (latest === null || modified > latest ? modified : latest),
    null,
  );
