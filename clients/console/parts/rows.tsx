import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Icon } from './icon.js';

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
  /** `upTo` selects from the row that was chosen before. */
  readonly toggle: (key: string, upTo: boolean) => void;
  readonly toggleAll: () => void;
  readonly all: boolean | 'partly';
  readonly label: (key: string) => string;
  readonly allLabel: string;
}

export interface RowsOptions<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Widths of all columns as `grid-template-columns`, and those below 1100 pixels. */
  readonly widths: string;
  readonly midWidths?: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  /** Pixels of a row before it is measured. */
  readonly height?: number;
  readonly sorting?: Sorting;
  readonly onSort?: (sorting: Sorting) => void;
  readonly selection?: RowSelection;
  readonly onOpen?: (row: Row) => void;
  /** Attributes of a row, such as its level in a tree. */
  readonly attributes?: (
    row: Row,
  ) => { readonly className?: string; readonly style?: CSSProperties } & Record<`aria-${string}`, unknown>;
  /** Handles a key before the list does; whether it did. */
  readonly onKey?: (event: KeyboardEvent, row: Row, index: number, focus: (index: number) => void) => boolean;
  readonly kind?: 'table' | 'treegrid';
  /** Told which rows are in the window. */
  readonly onRange?: (from: number, to: number) => void;
}

const Box = ({
  state,
  label,
  onToggle,
}: {
  readonly state: boolean | 'partly';
  readonly label: string;
  readonly onToggle: (upTo: boolean) => void;
}) => (
  <input
    type="checkbox"
    tabIndex={-1}
    aria-label={label}
    checked={state === true}
    ref={(box) => {
      if (box !== null) box.indeterminate = state === 'partly';
    }}
    onChange={(event) => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
  />
);

const SORTS = { true: 'descending', false: 'ascending' } as const;

const Heads = <Row,>({ columns, sorting, onSort, selection }: RowsOptions<Row>) => (
  <div className="row heads" role="row">
    {selection === undefined ? null : (
      <div className="cell ck" role="columnheader">
        <Box state={selection.all} label={selection.allLabel} onToggle={selection.toggleAll} />
      </div>
    )}
    {columns.map(({ key, head, of = '', sorts = false }) => {
      const isSorted = sorting?.by === key;
      const isDescending = isSorted && sorting.descending;
      return (
        <div
          key={key}
          className={`cell ${of}`}
          role="columnheader"
          aria-sort={isSorted ? SORTS[`${sorting.descending}`] : undefined}
        >
          {sorts && onSort !== undefined ? (
            <button type="button" onClick={() => onSort({ by: key, descending: isSorted && !isDescending })}>
              {head}
              {isSorted ? <Icon name={isDescending ? 'down' : 'up'} /> : null}
            </button>
          ) : (
            head
          )}
        </div>
      );
    })}
  </div>
);

/** The keys of every list: rows, and what is selected (docs/console-design.md, section 9). */
const useRowKeys = <Row,>(options: RowsOptions<Row>, focus: (index: number) => void) => {
  const { rows, keyOf, selection, onOpen, onKey } = options;
  return (event: KeyboardEvent, index: number): void => {
    const row = rows[index];
    if (row === undefined || event.target !== event.currentTarget) return;
    const page = Math.max(1, Math.floor(window.innerHeight / 40) - 4);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: rows.length - 1,
    };
    const selects =
      selection !== undefined && (event.key === ' ' || (event.shiftKey && /^Arrow(Up|Down)$/.test(event.key)));
    if (selects) selection.toggle(keyOf(row, index), event.shiftKey && event.key === ' ');
    const to = moves[event.key];
    if (onKey?.(event, row, index, focus) === true) event.preventDefault();
    else if (to !== undefined) {
      event.preventDefault();
      focus(Math.max(0, Math.min(rows.length - 1, to)));
    } else if (event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault();
      onOpen(row);
    } else if (selects) event.preventDefault();
    else if (selection !== undefined && event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      selection.toggleAll();
    }
  };
};

const OneRow = <Row,>({
  options,
  row,
  index,
  isStop,
  onKeyDown,
  onFocus,
}: {
  readonly options: RowsOptions<Row>;
  readonly row: Row;
  readonly index: number;
  readonly isStop: boolean;
  readonly onKeyDown: (event: KeyboardEvent, index: number) => void;
  readonly onFocus: (index: number) => void;
}) => {
  const { columns, keyOf, selection, attributes, kind = 'table' } = options;
  const key = keyOf(row, index);
  const { className = '', ...rest } = attributes?.(row) ?? {};
  const selected = selection?.has(key);
  return (
    <div
      {...rest}
      className={`row ${selection === undefined ? '' : 'pick'} ${className}`}
      role="row"
      data-index={index}
      tabIndex={isStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={kind === 'treegrid' && selected !== undefined ? selected === true : undefined}
      onKeyDown={(event) => onKeyDown(event, index)}
      onFocus={() => onFocus(index)}
    >
      {selection === undefined ? null : (
        <div className="cell ck" role={kind === 'table' ? 'cell' : 'gridcell'}>
          <Box
            state={selected ?? false}
            label={selection.label(key)}
            onToggle={(upTo) => selection.toggle(key, upTo)}
          />
        </div>
      )}
      {columns.map((column) => (
        <div key={column.key} className={`cell ${column.of ?? ''}`} role={kind === 'table' ? 'cell' : 'gridcell'}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
};

/** Rows that are drawn whatever their number; more are drawn where they are seen. */
const DRAWN = 200;

/**
 * Rows on a grid: tables, and trees with levels. One tab stop for the list, then arrows. Rows out of sight are not in the
 * document where there are many.
 */
export const Rows = <Row,>(options: RowsOptions<Row>) => {
  const { label, rows, keyOf, widths, midWidths = widths, height = 30, kind = 'table', onRange, selection } = options;
  const [stop, setStop] = useState(0);
  const wanted = useRef<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const isVirtual = rows.length > DRAWN;
  const virtual = useWindowVirtualizer({
    count: isVirtual ? rows.length : 0,
    estimateSize: () => height,
    overscan: 20,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => keyOf(rows[index] as Row, index),
  });
  const items = virtual.getVirtualItems();
  const [from, to] = isVirtual ? [items[0]?.index ?? 0, items.at(-1)?.index ?? 0] : [0, rows.length - 1];
  useEffect(() => onRange?.(from, to), [from, to, onRange]);
  const focus = useCallback(
    (index: number) => {
      setStop(index);
      wanted.current = index;
      if (isVirtual) virtual.scrollToIndex(index);
    },
    [isVirtual, virtual],
  );
  useEffect(() => {
    const row =
      wanted.current === null ? null : list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus();
  });
  const onKeyDown = useRowKeys(options, focus);
  const box = selection === undefined ? '' : '16px ';
  const style = { '--cols': box + widths, '--cols-mid': box + midWidths } as CSSProperties;
  const draw = (index: number): ReactNode => {
    const row = rows[index];
    if (row === undefined) return null;
    const isStop = index === Math.min(stop, rows.length - 1);
    return <OneRow key={keyOf(row, index)} {...{ options, row, index, isStop, onKeyDown, onFocus: setStop }} />;
  };
  return (
    <div
      className={`grid stick ${kind === 'treegrid' ? 'tree' : ''}`}
      role={kind}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={style}
    >
      <Heads {...options} />
      <div ref={list} role="rowgroup" style={isVirtual ? { height: virtual.getTotalSize(), position: 'relative' } : {}}>
        {isVirtual ? (
          <div
            style={{ position: 'absolute', insetInline: 0, top: (items[0]?.start ?? 0) - virtual.options.scrollMargin }}
          >
            {items.map(({ index }) => draw(index))}
          </div>
        ) : (
          rows.map((_, index) => draw(index))
        )}
      </div>
    </div>
  );
};
