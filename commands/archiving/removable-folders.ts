import type { FilesRoot } from '../workspace/workspace-files.js';

/** The folders of which an archived deposit keeps nothing (companion 13.9). */
const FOLDERS = ['objects/', 'metadata/'] as const;

/** The same, relative to the deposit: below `data/` in a bag. */
export const removableFolders = (filesRoot: FilesRoot): readonly string[] =>
  FOLDERS.map((folder) => filesRoot + folder);

export const isRemovable = (path: string, filesRoot: FilesRoot): boolean =>
  removableFolders(filesRoot).some((folder) => path.startsWith(folder));
