import { printable, shownName } from '../../../clients/command-line/output/printable.js';
import { writeText } from '../../../clients/command-line/output/write-text.js';
import type { Output } from '../../../clients/command-line/program/output.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';

/** What an audit or an adoption reports of a group, a key or everything; `archivalGroup` to `found` as in OpenAPI. */
export interface ReportRow {
  readonly code: string;
  readonly group: RepositoryPath | null;
  /** A URI, without the address of a service where none was asked. */
  readonly archivalGroup: string | null;
  /** In the bucket of the repository. */
  readonly key: string | null;
  readonly message: string;
  readonly expected: string | null;
  readonly found: string | null;
}

/** The URI of a group where no service was asked. */
export const localUri = (group: RepositoryPath | null): string | null =>
  group === null ? null : `/repository/${escapePath(group)}`;

/** The width of a mark and a word, at least. */
const MARKED = 12;

/** A row on a terminal: the word before the group, or else the key; below it the key and the sentence. */
export const screenRow = (
  { group, key, message }: Pick<ReportRow, 'group' | 'key' | 'message'>,
  word: string,
  paint: (text: string) => string = (text) => text,
): string => {
  const below = ' '.repeat(MARKED);
  const names = [group, key].flatMap((name) => (name === null ? [] : [shownName(name)]));
  const gap = ' '.repeat(Math.max(2, MARKED - word.length));
  return `${paint(word)}${gap}${[...names, printable(message)].join(`\n${below}`)}\n`;
};

/** Writes what is told while nothing is waited for, in its order. */
export const inOrder = (
  output: Pick<Output, 'form' | 'write' | 'record'>,
): { readonly put: (text: string, record: object) => void; readonly written: () => Promise<void> } => {
  let last = Promise.resolve();
  return {
    put: (text, record) => {
      last = last.then(async () => {
        await output.record(record);
        await writeText(output, text);
      });
      last.catch(() => undefined); // `written` rejects with it
    },
    written: () => last,
  };
};
