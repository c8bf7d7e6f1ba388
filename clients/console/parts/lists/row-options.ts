import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import type { DragAttributes } from './drag-rows.js';

/** A column of a table or a tree. */
export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** `name` for the first one, `r` for numbers, `mid` and `wide` where narrower windows leave it out. */
  readonly of?: string;
  /** Whether the list can be sorted by it. */
  readonly sorts?: boolean;
}

/** By which column a list is sorted. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

/** What is selected, and what a press on a row or its box changes. */
export interface RowSelection {
  readonly has: (key: string) => boolean | 'partly';
  readonly toggle: (key: string) => void;
  /** Selects the rows from one to another. */
  readonly range: (from: number, to: number) => void;
  /** Of the box at the head: the rows that are listed. */
  readonly toggleAll: () => void;
  /** Of Ctrl A, where more belong to the list than the rows that are listed. */
  readonly everything?: () => void;
  readonly all: boolean | 'partly';
  readonly label: (key: string) => string;
  readonly allLabel: string;
}

/** Rows by their index, which need not all be there: an array is such a list. */
export interface RowList<Row> {
  readonly length: number;
  /** False where there are more, which are not known yet. */
  readonly isWhole?: boolean;
  readonly at: (index: number) => Row | undefined;
}

export interface RowsOptions<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Widths of all columns as `grid-template-columns`, and those below 1100 pixels. */
  readonly widths: string;
  readonly midWidths?: string;
  readonly rows: RowList<Row>;
  readonly keyOf: (row: Row, index: number) => string;
  /** Pixels of a row before it is measured. */
  readonly height?: number;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  readonly selection?: RowSelection;
  readonly onOpen?: (row: Row) => void;
  /** Attributes of a row, such as its level in a tree, and what it needs to be moved by a pointer. */
  readonly attributes?: (
    row: Row,
  ) => Partial<DragAttributes> & { readonly style?: CSSProperties } & Record<`aria-${string}`, unknown>;
  /** What stands below a row, as wide as the list, or null; in a list that is short enough to be drawn whole. */
  readonly under?: (row: Row) => ReactNode;
  /** What stands in a row that begins a part of the list, as wide as the list; null in other rows. */
  readonly group?: (row: Row) => ReactNode;
  /** Handles a key before the list does; whether it did. */
  readonly onKey?: (event: KeyboardEvent, row: Row, index: number, focus: (index: number) => void) => boolean;
  readonly kind?: 'table' | 'treegrid';
  /** Whether it is in a box that scrolls for itself, without heads of columns. */
  readonly isBoxed?: boolean;
  /** In a box: the row that is brought into sight once it is known, and is the tab stop then. */
  readonly first?: number;
  /** Told which rows are in the window, or in the box. */
  readonly onRange?: (from: number, to: number) => void;
}
