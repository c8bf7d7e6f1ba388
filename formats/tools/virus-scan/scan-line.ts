/**
 * The result for a file in a line of a virus scan's log: infected (`words` is the scanner's message), `clean`, not
 * readable (`unread`), or skipped or unknown (`passed-over`). Where the end of the path is ambiguous, `paths` has each
 * possible one, the shortest first. In an `error` of the scanner none of its `paths` need be a path.
 */
export type ScanLine =
  | { readonly result: 'hit'; readonly path: string; readonly words: string }
  | { readonly result: 'clean'; readonly path: string }
  | { readonly result: 'unread' | 'passed-over'; readonly paths: readonly [string, ...string[]] }
  | { readonly result: 'error'; readonly line: string; readonly paths: readonly string[] };

const ERROR = /^ERROR:/;
const LEVEL = /^(?:WARNING|ERROR): /;
const LIBRARY = /^\[?LibClamAV\b/;
const PATH_COMES_LAST =
  /^(?:Can't (?:open|access) file|Failed to read from|File path check failure (?:on|for):|lstat\(\) failed on:) (.+)$/s;
const UNREAD =
  /(?: ERROR|: (?:Access denied|Can't open directory|Failed to open file|Not supported file type|no reply from clamd|stat\(\) failed with [^:]*))[.]?$/;

/** Null for a line that names no file. A path may contain a colon and a space (companion 9.5). */
export const readScanLine = (line: string): ScanLine | null => {
  if (LIBRARY.test(line)) return null;
  const text = line.replace(LEVEL, '');
  const last = PATH_COMES_LAST.exec(text)?.[1];
  if (last !== undefined)
    return { result: 'unread', paths: shortestFirst([...beginningsOf(last), last.replace(/\.$/, '')], last) };

  const at = text.lastIndexOf(': ');
  if (at <= 0) return ERROR.test(line) ? { result: 'error', line, paths: [] } : null;
  const [path, words] = [text.slice(0, at), text.slice(at + 1)];
  if (words.endsWith(' FOUND')) return { result: 'hit', path, words };
  if (words === ' OK' || words === ' Empty file') return { result: 'clean', path };
  const paths = shortestFirst(beginningsOf(text), path);
  if (UNREAD.test(text)) return { result: 'unread', paths };
  return ERROR.test(line) ? { result: 'error', line, paths } : { result: 'passed-over', paths };
};

const shortestFirst = ([first, ...others]: readonly string[], last: string): [string, ...string[]] =>
  first === undefined ? [last] : [first, ...others, last];

/** The most ends of a path that are tried. */
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
