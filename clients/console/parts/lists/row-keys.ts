import { useRef, type KeyboardEvent } from 'react';
import { areKeysOn } from '../keys.js';
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

/** Letters that do in tables what other keys do; in trees they jump to names. */
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp', x: ' ' };

/** What a key does in a list. */
const keyIn = (kind: RowsOptions<unknown>['kind'], { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string => {
  if (kind === 'treegrid' || ctrlKey || metaKey || altKey || !areKeysOn()) return key;
  return LETTERS[key.toLowerCase()] ?? key;
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
  const { rows, selection, kind, onOpen, onKey } = options;
  const selects = (event: KeyboardEvent, key: string, index: number, to: number | undefined): boolean => {
    if (selection === undefined) return false;
    if (key === 'a' && (event.ctrlKey || event.metaKey)) (selection.everything ?? selection.toggleAll)();
    else if (key === ' ') select(index, event.shiftKey);
    else if (event.shiftKey && to !== undefined) select(to, true);
    else return false;
    return true;
  };
  return (event: KeyboardEvent, index: number): void => {
    const row = rows.at(index);
    // The box of a row has the focus after a press on it; Space is its own.
    const isOfBox = event.target instanceof HTMLInputElement && event.key !== ' ';
    if (row === undefined || (event.target !== event.currentTarget && !isOfBox)) return;
    const key = keyIn(kind, event);
    const to = rowAfter(key, index, rows.length);
    if (onKey?.(event, row, index, focus) === true) event.preventDefault();
    else if (selects(event, key, index, to) || to !== undefined) {
      event.preventDefault();
      if (to !== undefined) focus(to);
    } else if (key === 'Enter' && onOpen !== undefined) {
      event.preventDefault();
      onOpen(row);
    }
  };
};
