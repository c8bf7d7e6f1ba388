/** No path of a folder has two slashes beside each other. */
const BETWEEN = '//';
const NONE = '/';

/** The open folders that an address names; those that are usually open where it names none. */
export const openFoldersIn = (text: string | undefined, usual: readonly string[] = []): ReadonlySet<string> =>
  new Set(text === undefined ? usual : text === NONE ? [] : text.split(BETWEEN));

/** Open folders as the text of an address. */
export const openFoldersText = (open: ReadonlySet<string>): string =>
  open.size === 0 ? NONE : [...open].join(BETWEEN);

/** A folder with all that it is in. */
export const withFoldersAbove = (path: string): readonly string[] => {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
};
