import { ancestorsOf } from '../../../formats/paths/repository-path.js';

/** The folders that have neither files nor folders. */
export const emptyFolders = (folders: readonly string[], files: readonly string[]): string[] => {
  const filled = new Set([...files, ...folders].flatMap(ancestorsOf));
  return folders.filter((folder) => !filled.has(folder));
};
