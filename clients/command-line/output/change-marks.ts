import { countText } from './amounts.js';
import { shownName } from './printable.js';

const MARKS = { added: '+', changed: '~', renamed: '>', deleted: '-' } as const;

/** What happened to a file. */
export type ChangeKind = keyof typeof MARKS;

/** The width of mark and word. */
const MARKED = 12;

/** A line that begins with the mark and the word. */
export const markedLine = (kind: ChangeKind, rest: string): string =>
  `${`${MARKS[kind]} ${kind}`.padEnd(MARKED)}${rest}\n`;

/** A line below another, without a mark. */
export const lineBelow = (rest: string): string => `${' '.repeat(MARKED)}${rest}\n`;

/** A file that is other; a renamed one has a second line. */
export const fileLines = (kind: ChangeKind, name: string, from: string | null): string =>
  from === null
    ? markedLine(kind, shownName(name))
    : markedLine(kind, shownName(from)) + lineBelow(`to ${shownName(name)}`);

/** A folder that comes or goes wholly: `- deleted   Ton & Film/ (26 files)`. */
export const folderLine = (kind: ChangeKind, path: string, files: number): string =>
  markedLine(kind, `${shownName(`${path}/`)} (${countText(files, 'file')})`);
