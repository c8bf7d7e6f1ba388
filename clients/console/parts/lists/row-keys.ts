import { useRef, type KeyboardEvent } from 'react';
import type { RowsOptions } from './row-options.js';

/** Selects a row, or with Shift all from the one that was chosen before. */
export const useSelecting = <Row>({ rows, keyOf, selection }: RowsOptions<Row>) => {
  const anchor = useRef(0);
  return (index: number, upTo: boolean): void => {
    const row = rows.at(index);
    if (selection === undefined || row === undefined) return;
    if (upTo) {
      selection.range(Math.min(anchor.current, index), Math.max(anchor.current, index));
    } else {
      anchor.current = index;
      selection.toggle(keyOf(row, index));
    }
  };
};

/** The row that a key goes to, of a number of rows; undefined for other keys. */
const rowAfter = (key: string, index: number, count: number): number | undefined => {
  const page = Math.max(1, Math.floor(window.innerHeight / 40) - 4);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
};

/** The keys of every list: rows, and what is selected (docs/console-design.md, section 9). */
export const useRowKeys = <Row>(
  options: RowsOptions<Row>,
  focus: (index: number) => void,
  select: (index: number, upTo: boolean) => void,
) => {
  const { rows, selection, onOpen, onKey } = options;
  const selects = (event: KeyboardEvent, index: number, to: number | undefined): boolean => {
    if (selection === undefined) return false;
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) selection.toggleAll();
    else if (event.key === ' ') select(index, event.shiftKey);
    else if (event.shiftKey && to !== undefined) select(to, true);
    else return false;
    return true;
  };
  return (event: KeyboardEvent, index: number): void => {
    const row = rows.at(index);
    if (row === undefined || event.target !== event.currentTarget) return;
    const to = rowAfter(event.key, index, rows.length);
    if (onKey?.(event, row, index, focus) === true) event.preventDefault();
    else if (selects(event, index, to) || to !== undefined) {
      event.preventDefault();
      if (to !== undefined) focus(to);
    } else if (event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault();
      onOpen(row);
    }
  };
};
