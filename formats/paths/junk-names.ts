/** Names of files and folders that operating systems and programs create, in lower case. */
const NAMES: ReadonlySet<string> = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
  'desktop.ini',
  '$recycle.bin',
  'system volume information',
  '.ds_store',
  '.apdisk',
  '.appledouble',
  '.fseventsd',
  '.spotlight-v100',
  '.temporaryitems',
  '.trashes',
  '__macosx',
  '@eadir',
]);

/** Owner and lock files of office programs, AppleDouble files, trash folders on Linux. */
const KINDS = /^(~\$|\.~lock\..*#$|\._|\.trash-\d+$)/i;

/** Whether a file or folder with this name is most likely unwanted. */
export const isJunkName = (name: string): boolean => NAMES.has(name.toLowerCase()) || KINDS.test(name);

/** The junk among paths: a file, or the topmost junk folder with a final slash. */
export const junkAmong = (paths: Iterable<string>): string[] => {
  const found = new Set<string>();
  for (const path of paths) {
    const names = path.split('/');
    const at = names.findIndex(isJunkName);
    if (at >= 0) found.add(names.slice(0, at + 1).join('/') + (at < names.length - 1 ? '/' : ''));
  }
  return [...found];
};
