/**
 * What a line in the log of a virus scan says of a file: it is infected, in the scanner's `words`; it is `clean`; it could
 * not be read (`unread`); it was passed over, or something is said that is not known. Where the path may end in several
 * places, `paths` has each, the shortest first.
 */
export type ScanLine =
  | { readonly says: 'hit'; readonly path: string; readonly words: string }
  | { readonly says: 'clean'; readonly path: string }
  | { readonly says: 'unread' | 'passed-over'; readonly paths: readonly [string, ...string[]] };

const LEVEL = /^(?:WARNING|ERROR): /;
const LIBRARY = /^\[?LibClamAV\b/;
const PATH_COMES_LAST =
  /^(?:Can't (?:open|access) file|Failed to read from|File path check failure (?:on|for):|lstat\(\) failed on:) (.+)$/s;
const UNREAD =
  /(?: ERROR|: (?:Access denied|Can't open directory|Failed to open file|Not supported file type|no reply from clamd|stat\(\) failed with [^:]*))[.]?$/;

/** Null for a line that names no file. A path may hold a colon and a space itself (companion 9.5). */
export const readScanLine = (line: string): ScanLine | null => {
  if (LIBRARY.test(line)) return null;
  const text = line.replace(LEVEL, '');
  const last = PATH_COMES_LAST.exec(text)?.[1];
  if (last !== undefined)
    return { says: 'unread', paths: shortestFirst([...beginningsOf(last), last.replace(/\.$/, '')], last) };

  const at = text.lastIndexOf(': ');
  if (at <= 0) return null;
  const [path, words] = [text.slice(0, at), text.slice(at + 1)];
  if (words.endsWith(' FOUND')) return { says: 'hit', path, words };
  if (words === ' OK' || words === ' Empty file') return { says: 'clean', path };
  return { says: UNREAD.test(text) ? 'unread' : 'passed-over', paths: shortestFirst(beginningsOf(text), path) };
};

const shortestFirst = ([first, ...others]: readonly string[], last: string): [string, ...string[]] =>
  first === undefined ? [last] : [first, ...others, last];

/** Nobody's path has more colons than these. */
const MOST_BEGINNINGS = 16;

const beginningsOf = (text: string): string[] => {
  const beginnings: string[] = [];
  let at = text.indexOf(': ');
  while (at !== -1 && beginnings.length < MOST_BEGINNINGS) {
    beginnings.push(text.slice(0, at));
    at = text.indexOf(': ', at + 1);
  }
  return beginnings;
};
