import type { Report } from '../finding.js';
import type { ObjectReader } from '../object-reader.js';

/** The entries of an object, by path. */
export interface ObjectTree {
  readonly files: ReadonlySet<string>;
  readonly emptyFolders: readonly string[];
  /** The entries directly in a folder (`''` is the object root), by name. */
  readonly children: (folder: string) => ReadonlyMap<string, 'file' | 'folder'>;
}

/** Direct entries are checked only in the root, in version folders and in `extensions`. */
const INDEXED_DEPTH = 2;

export const readTree = async (reader: ObjectReader, report: Report): Promise<ObjectTree> => {
  const files = new Set<string>();
  const emptyFolders: string[] = [];
  const children = new Map<string, Map<string, 'file' | 'folder'>>();
  for await (const { path, kind } of reader.entries()) {
    if (kind === 'link') report('E090', 'A link is not allowed in an object.', path);
    if (kind === 'empty-folder') emptyFolders.push(path);
    else files.add(path);
    index(path, kind === 'empty-folder', children);
  }
  return { files, emptyFolders, children: (folder) => children.get(folder) ?? new Map() };
};

const index = (path: string, isFolder: boolean, children: Map<string, Map<string, 'file' | 'folder'>>): void => {
  const names = path.split('/');
  for (let depth = 0; depth < Math.min(INDEXED_DEPTH, names.length); depth++) {
    const folder = names.slice(0, depth).join('/');
    const there = children.get(folder) ?? new Map<string, 'file' | 'folder'>();
    const isLast = depth === names.length - 1;
    there.set(names[depth] ?? '', isLast && !isFolder ? 'file' : 'folder');
    children.set(folder, there);
  }
};
