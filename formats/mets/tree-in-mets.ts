import { textBudget } from './description/text-budget.js';
import { walkTree, type FolderOfTree } from './description/walk-tree.js';
import { fileInMetsReader, type FileInMets } from './files-in-mets.js';
import type { MetsReadOptions } from './structure/read-mets.js';
import type { MetsToRead } from './structure/read-sections.js';

/** What a METS says of its files and folders, as a tree shows it. */
export interface TreeInMets {
  readonly files: readonly (FileInMets & FolderOfTree)[];
  /** Each before those in it. */
  readonly folders: readonly FolderOfTree[];
}

/** What a tree shows of a METS. Throws MetsFault. */
export const treeInMets = (sections: MetsToRead, options: MetsReadOptions): TreeInMets => {
  const spend = textBudget();
  const fileOf = fileInMetsReader(sections, spend);
  const { files, folders } = walkTree(sections, options, {
    spend,
    said: (file, source) => ({ ...fileOf(file, source), name: file.name }),
  });
  return { files, folders: [...folders.values()] };
};
