/** Names under which operating systems and programs leave behind what nobody has made, in lower case. */
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

/** Owner and lock files of office programs, forks of AppleDouble, trash of Linux disks. */
const KINDS = /^(~\$|\.~lock\..*#$|\._|\.trash-\d+$)/i;

/** Whether a file or folder of this name is most likely none that anyone wants to keep. */
export const isJunkName = (name: string): boolean => NAMES.has(name.toLowerCase()) || KINDS.test(name);

/** What looks like junk among paths: the file itself, or the topmost folder of that kind with a slash at its end. */
export const junkAmong = (paths: Iterable<string>): string[] => {
  const found = new Set<string>();
  for (const path of paths) {
    const names = path.split('/');
    const at = names.findIndex(isJunkName);
    if (at >= 0) found.add(names.slice(0, at + 1).join('/') + (at < names.length - 1 ? '/' : ''));
  }
  return [...found];
};
