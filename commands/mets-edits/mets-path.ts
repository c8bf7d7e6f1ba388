import type { FilesRoot } from '../workspace/bag-layout.js';

/** A path as callers may give it: slashes at either end are tolerated. */
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

/** Whether a bare path can be that of something: no file or folder has an empty name. */
export const isPath = (path: string): boolean => path !== '' && !path.includes('//');
