import { escapeHtml } from '../../../../formats/text/escape-html.js';
import { timeText } from '../../output/amounts.js';
import { printable } from '../../output/printable.js';

/** A cell of a table: its HTML, and its class. */
export interface Cell {
  readonly html: string;
  readonly kind?: 'number' | 'time' | 'name' | 'bad';
}

/** Text as HTML; characters that change the direction of text, or are no characters, are shown as escapes. */
export const textHtml = (text: string): string => escapeHtml(printable(text));

export const textCell = (text: string): Cell => ({ html: textHtml(text) });

export const numberCell = (text: string): Cell => ({ html: textHtml(text), kind: 'number' });

/** A name, in the direction of its own letters. */
export const nameCell = (name: string, below = ''): Cell => ({
  html: `<span dir="auto">${textHtml(name)}</span>${below}`,
  kind: 'name',
});

/** An agent; short names are not broken to make room. */
export const agentCell = (agent: string): Cell => ({ html: nameCell(agent).html });

/** Local time with its offset from UTC. */
export const timeCell = (time: string | null): Cell => ({
  html: time === null ? '' : `<time datetime="${escapeHtml(time)}">${dateText(time)}</time>`,
  kind: 'time',
});

export const dateText = (time: string): string => textHtml(timeText(new Date(time), { seconds: true }));

const classOf = ({ kind }: Pick<Cell, 'kind'>): string => (kind === undefined ? '' : ` class="${kind}"`);

export const rowHtml = (cells: readonly Cell[]): string =>
  `<tr>${cells.map((cell) => `<td${classOf(cell)}>${cell.html}</td>`).join('')}</tr>\n`;

/** The beginning of a table whose head is repeated on each page of paper. */
export const tableHead = (title: string, heads: readonly (string | Cell)[]): string => {
  const cells = heads.map((head) => (typeof head === 'string' ? textCell(head) : head));
  const columns = cells.map((cell) => `<th scope="col"${classOf(cell)}>${cell.html}</th>`).join('');
  return `<h2>${textHtml(title)}</h2>\n<table>\n<thead><tr>${columns}</tr></thead>\n<tbody>\n`;
};

export const TABLE_END = '</tbody>\n</table>\n';

/** A table of what is known of one thing. */
export const factsTable = (facts: readonly (readonly [label: string, cell: Cell])[]): string =>
  `<table>\n<tbody>\n${facts
    .map(([label, cell]) => `<tr><th scope="row">${textHtml(label)}</th><td${classOf(cell)}>${cell.html}</td></tr>\n`)
    .join('')}${TABLE_END}`;
