/** A file that is restored under another name than it is preserved under. */
export interface Renamed {
  readonly at: string;
  readonly name: string;
}

const HEAD = 'restored\tpreserved';

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (name: string): string => name.replace(/[\\\t\n\r]/g, (letter) => ESCAPES[letter] ?? letter);

const LETTERS: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r' };
const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, letter: string) => LETTERS[letter] ?? letter);

/** The list of renamed files stands beside their folder. */
export const renamedListPath = (folder: string): string => `${folder.replace(/(?<=.)\/+$/, '')}.renamed.tsv`;

/** A row for each file, below a head; tabs, line breaks and backslashes in names are escaped by a backslash. */
export const renamedListText = (renamed: readonly Renamed[]): string =>
  [HEAD, ...renamed.map(({ at, name }) => `${escaped(at)}\t${escaped(name)}`), ''].join('\n');

/** The preserved names in a list of renamed files, by the restored ones. */
export const readRenamedList = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('\n')
      .slice(1)
      .filter((row) => row !== '')
      .map((row) => {
        const [at = '', name = ''] = row.split('\t').map(unescaped);
        return [at, name] as const;
      }),
  );
