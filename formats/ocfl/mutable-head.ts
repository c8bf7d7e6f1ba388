/** The folder of a mutable head in an object (OCFL extension 0005). */
export const MUTABLE_HEAD = 'extensions/0005-mutable-head';

/** Whether an object with these paths has a mutable head: content that is newer than its last version. */
export const hasMutableHead = (paths: Iterable<string>): boolean => {
  for (const path of paths) if (path.startsWith(`${MUTABLE_HEAD}/head/`)) return true;
  return false;
};
