import type { Report } from '../finding.js';
import type { Inventory } from '../inventory/inventory.js';
import { versionNumber } from '../version-name.js';
import { isInventoryFile } from './check-root-entries.js';
import type { ObjectTree } from './object-tree.js';

/** The version folders of an object, first version first. */
export const versionFolders = (tree: ObjectTree): string[] =>
  [...tree.children('')]
    .filter(([name, kind]) => kind === 'folder' && versionNumber(name) !== null)
    .map(([name]) => name)
    .sort((a, b) => (versionNumber(a) ?? 0) - (versionNumber(b) ?? 0));

/** Checks version folders against the versions of the root inventory (OCFL 1.1, 3.3.1 and 3.5.3). */
export const checkVersionFolders = (tree: ObjectTree, inventory: Inventory, report: Report): void => {
  const folders = new Set(versionFolders(tree));
  for (const name of inventory.versions.keys())
    if (!folders.has(name)) report('E010', `The inventory has ${name}, for which there is no directory.`, name);
  for (const name of folders)
    if (!inventory.versions.has(name)) report('E046', `The inventory has no version ${name}.`, name);
};

/** Checks the entries directly in one version folder, and its empty folders. */
export const checkVersionEntries = (
  tree: ObjectTree,
  version: string,
  names: { readonly algorithm: string | null; readonly contentDirectory: string },
  report: Report,
): void => {
  for (const [name, kind] of tree.children(version)) {
    const path = `${version}/${name}`;
    if (kind === 'file' && !isInventoryFile(name, names.algorithm))
      report('E015', `'${name}' does not belong in a version directory.`, path);
    if (kind === 'folder' && name !== names.contentDirectory)
      report('W002', `'${name}' is not the content directory of the version.`, path);
  }
  const content = `${version}/${names.contentDirectory}`;
  for (const folder of tree.emptyFolders) {
    if (folder === content) report('W003', 'The content directory is empty.', folder);
    if (folder.startsWith(`${content}/`)) report('E024', 'A directory within content is empty.', folder);
  }
};
