import type { Inventory } from '../inventory/inventory.js';
import { versionNumber } from '../version-name.js';
import type { ObjectTree } from './object-tree.js';

/** What names the files of an object. */
interface Names {
  /** Null where the root inventory is missing or invalid. */
  readonly root: Inventory | null;
  readonly contentDirectory: string;
  /** The paths of all inventories and of their sidecars. */
  readonly inventoryFiles: ReadonlySet<string>;
}

/**
 * The files that nothing in the object names, without those that a validator ignores: in `logs` (OCFL 1.1, 3.8), in the
 * folder of an extension (3.9), and in folders beside the content of a version (3.3.1, E022).
 */
export const unnamedFiles = ({ files }: Pick<ObjectTree, 'files'>, names: Names): string[] => {
  const content = new Set([...(names.root?.manifest.values() ?? [])].flat());
  return [...files].filter(
    (path) =>
      !content.has(path) &&
      !names.inventoryFiles.has(path) &&
      !path.startsWith('0=') &&
      !isIgnored(path, names.contentDirectory),
  );
};

const isIgnored = (path: string, contentDirectory: string): boolean => {
  const [folder = '', inner, ...below] = path.split('/');
  if (folder === 'logs') return inner !== undefined;
  if (below.length === 0) return false;
  return folder === 'extensions' || (versionNumber(folder) !== null && inner !== contentDirectory);
};
