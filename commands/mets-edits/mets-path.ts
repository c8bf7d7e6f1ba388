import type { FilesRoot } from '../workspace/workspace-files.js';

/** A path without the slashes at its start and end. */
export const barePath = (path: string): string => {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
};

/** A bare path relative to the METS root: in a bag a `data/` before it may be given or left out (companion 7.2). */
export const metsPath = (root: FilesRoot, path: string): string => {
  const bare = barePath(path);
  return root !== '' && bare.startsWith(root) ? bare.slice(root.length) : bare;
};

/** Whether a bare path is not empty and has no empty segment. */
export const isPath = (path: string): boolean => path !== '' && !path.includes('//');
