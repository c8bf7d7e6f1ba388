import type { Output } from '../program/output.js';
import { widthOf } from './screen-width.js';

/** A column of a table. */
export interface Column {
  /** Its head, in capital letters. */
  readonly name: string;
  /** `left` where it is not given. */
  readonly align?: 'left' | 'right';
  /** It is left out where a line has fewer cells than that. */
  readonly from?: number;
  readonly style?: 'dim';
}

/** A table: the last column is the name, which is never cut. */
export interface Table {
  readonly head: readonly Column[];
  /** A cell for each column. */
  readonly rows: readonly (readonly string[])[];
  readonly output: Pick<Output, 'form' | 'width' | 'paint'>;
  /** Whether the head is shown on a terminal; it is by default. */
  readonly isHeadShown?: boolean;
}

/** Below so many cells, each value has a line of its own. */
const NARROWEST = 40;
const GAP = '  ';

const filled = (text: string, width: number, { align }: Column): string => {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'right' ? `${space}${text}` : `${text}${space}`;
};

const aligned = (
  { rows, output, isHeadShown = true }: Table,
  shown: readonly (readonly [Column, number])[],
): string => {
  const cells = rows.map((row) => shown.map(([, index]) => row[index] ?? ''));
  const names = shown.map(([{ name }]) => name);
  const all = isHeadShown ? [names, ...cells] : cells;
  const widths = shown.map((_, at) => all.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), 0));
  const cellText = (text: string, at: number, column: Column): string =>
    at === shown.length - 1 ? text : filled(text, widths[at] ?? 0, column);
  const head = output.paint('dim', names.map((name, at) => cellText(name, at, shown[at]?.[0] ?? { name })).join(GAP));
  const lines = cells.map((row) =>
    shown
      .map(([column], at) => {
        const text = cellText(row[at] ?? '', at, column);
        return column.style === undefined ? text : output.paint(column.style, text);
      })
      .join(GAP)
      .trimEnd(),
  );
  return [...(isHeadShown ? [head] : []), ...lines, ''].join('\n');
};

const stacked = (rows: Table['rows'], shown: readonly (readonly [Column, number])[]): string =>
  rows
    .map((row) =>
      shown
        .map(([, index]) => row[index] ?? '')
        .filter((text) => text !== '')
        .map((text) => `${text}\n`)
        .join(''),
    )
    .join('\n');

/** The text of a table: columns on a terminal, tabs and no head elsewhere. */
export const columns = (table: Table): string => {
  const { head, rows, output } = table;
  if (rows.length === 0) return '';
  if (output.form !== 'terminal') return rows.map((row) => `${row.join('\t')}\n`).join('');
  const shown = head.map((column, index) => [column, index] as const).filter(([{ from = 0 }]) => output.width >= from);
  return output.width < NARROWEST ? stacked(rows, shown) : aligned(table, shown);
};
