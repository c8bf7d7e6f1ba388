/**
 * Tells whether a folder below a root is there and behind no link, by one call of the system instead of one for each folder
 * above it. `resolved` gives a path without links, null where there is nothing; the root itself is resolved once.
 */
export const linkCheck = (resolved: (path: string) => string | null, root: string): ((folder: string) => boolean) => {
  let resolvedRoot: string | null = null;
  return (folder) => {
    resolvedRoot ??= resolved(root);
    return resolvedRoot !== null && resolved(folder) === resolvedRoot + folder.slice(root.length);
  };
};
