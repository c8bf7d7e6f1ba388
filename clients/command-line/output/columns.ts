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
  /** A cell for each column. They are gone through once where their widths are given, else twice. */
  readonly rows: Iterable<readonly string[]>;
  /** How wide the cells of each column are at most. */
  readonly widths?: readonly number[];
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

/** Makes the widths of columns at least those of the cells of a row. */
export const widen = (widths: number[], row: readonly string[]): void => {
  for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(cell));
};

const widthsOf = (rows: Table['rows']): readonly number[] => {
  const widths: number[] = [];
  for (const row of rows) widen(widths, row);
  return widths;
};

type Shown = readonly (readonly [Column, number])[];

function* aligned({ rows, output, isHeadShown = true, ...table }: Table, shown: Shown): Generator<string> {
  const found = table.widths ?? widthsOf(rows);
  const widths = shown.map(([{ name }, index]) => Math.max(found[index] ?? 0, isHeadShown ? widthOf(name) : 0));
  const cellText = (text: string, at: number, column: Column): string =>
    at === shown.length - 1 ? text : filled(text, widths[at] ?? 0, column);
  const head = shown.map(([column], at) => cellText(column.name, at, column)).join(GAP);
  let isFirst = isHeadShown;
  for (const row of rows) {
    if (isFirst) yield `${output.paint('dim', head)}\n`;
    isFirst = false;
    const cells = shown.map(([column, index], at) => {
      const text = cellText(row[index] ?? '', at, column);
      return column.style === undefined ? text : output.paint(column.style, text);
    });
    yield `${cells.join(GAP).trimEnd()}\n`;
  }
}

function* stacked({ rows }: Table, shown: Shown): Generator<string> {
  let isFirst = true;
  for (const row of rows) {
    const values = shown.map(([, index]) => row[index] ?? '').filter((text) => text !== '');
    yield (isFirst ? '' : '\n') + values.map((text) => `${text}\n`).join('');
    isFirst = false;
  }
}

/** The lines of a table: columns on a terminal, tabs and no head elsewhere. */
export function* tableLines(table: Table): Generator<string> {
  const { head, rows, output } = table;
  if (output.form !== 'terminal') {
    for (const row of rows) yield `${row.join('\t')}\n`;
    return;
  }
  const shown = head.map((column, index) => [column, index] as const).filter(([{ from = 0 }]) => output.width >= from);
  yield* output.width < NARROWEST ? stacked(table, shown) : aligned(table, shown);
}

/** All of them as one text. */
export const columns = (table: Table): string => [...tableLines(table)].join('');
