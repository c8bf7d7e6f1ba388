import { Fragment, useEffect, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../icon.js';
import { useFirst, useRowFocus } from './row-focus.js';
import { useRowKeys, useSelecting } from './row-keys.js';
import type { RowsOptions } from './row-options.js';
import { useVirtualRows } from './virtual-rows.js';

export type { Column, RowSelection } from './row-options.js';

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

const OneRow = <Row,>({
  options,
  row,
  index,
  isStop,
  onKeyDown,
  onFocus,
  onSelect,
}: {
  readonly options: RowsOptions<Row>;
  readonly row: Row;
  readonly index: number;
  readonly isStop: boolean;
  readonly onKeyDown: (event: KeyboardEvent, index: number) => void;
  readonly onFocus: (index: number) => void;
  readonly onSelect: (index: number, upTo: boolean) => void;
}) => {
  const { columns, keyOf, selection, attributes, kind = 'table', isBoxed = false } = options;
  const key = keyOf(row, index);
  const { className = '', ...rest } = attributes?.(row) ?? {};
  const selected = selection?.has(key);
  const common = {
    role: 'row',
    'data-index': index,
    tabIndex: isStop ? 0 : -1,
    'aria-rowindex': index + (isBoxed ? 1 : 2),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
    onFocus: () => onFocus(index),
  };
  const group = options.group?.(row) ?? null;
  if (group !== null)
    return (
      <div {...common} className="row folder">
        <div className="cell group" role="cell" aria-colspan={columns.length + (selection === undefined ? 0 : 1)}>
          {group}
        </div>
      </div>
    );
  return (
    <div
      {...rest}
      {...common}
      className={`row ${selection === undefined ? '' : 'pick'} ${className}`}
      {...(kind === 'treegrid' && selected !== undefined ? { 'aria-selected': selected === true } : {})}
    >
      {selection === undefined ? null : (
        <div className="cell ck" role={kind === 'table' ? 'cell' : 'gridcell'}>
          <Box state={selected ?? false} label={selection.label(key)} onToggle={(upTo) => onSelect(index, upTo)} />
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

const classOf = <Row,>({ kind, group, isBoxed = false }: RowsOptions<Row>): string =>
  ['grid', isBoxed ? 'boxed' : 'stick', kind === 'treegrid' ? 'tree' : '', group === undefined ? '' : 'folds'].join(
    ' ',
  );

/**
 * Rows on a grid: tables, and trees with levels. One tab stop for the list, then arrows. Rows out of sight are not in the
 * document where there are many.
 */
export const Rows = <Row,>(options: RowsOptions<Row>) => {
  const { label, rows, keyOf, widths, midWidths = widths, height = 30, kind = 'table', onRange, selection } = options;
  const { isBoxed = false } = options;
  const seen = useVirtualRows(rows.length, height, isBoxed);
  const { box, list, isVirtual, virtual } = seen;
  const items = virtual.getVirtualItems();
  const [from, to] = isVirtual ? [items[0]?.index ?? 0, items.at(-1)?.index ?? 0] : [0, rows.length - 1];
  useEffect(() => onRange?.(from, to), [from, to, onRange]);
  const { stop, setStop, focus, wanted, hasFocus } = useRowFocus(seen);
  useFirst(options.first, seen, setStop);
  const onSelect = useSelecting(options);
  const press = useRowKeys(options, focus, onSelect);
  // The next key may come before the row is drawn that the one before went to.
  const onKeyDown = (event: KeyboardEvent, index: number): void =>
    press(event, Math.min(wanted.current ?? index, rows.length - 1));
  const ofBoxes = selection === undefined ? '' : '16px ';
  const style = { '--cols': ofBoxes + widths, '--cols-mid': ofBoxes + midWidths } as CSSProperties;
  const draw = (index: number): ReactNode => {
    const row = rows.at(index);
    if (row === undefined) return null;
    const isStop = index === Math.min(stop, rows.length - 1);
    const under = options.under?.(row) ?? null;
    return (
      <Fragment key={keyOf(row, index)}>
        <OneRow {...{ options, row, index, isStop, onKeyDown, onSelect, onFocus: setStop }} />
        {under === null ? null : (
          <div className="under" role="row">
            <div role="cell" aria-colspan={options.columns.length + (selection === undefined ? 0 : 1)}>
              {under}
            </div>
          </div>
        )}
      </Fragment>
    );
  };
  return (
    <div
      ref={box}
      className={classOf(options)}
      role={kind}
      aria-label={label}
      aria-rowcount={rows.isWhole === false ? -1 : rows.length + (isBoxed ? 0 : 1)}
      style={style}
    >
      {isBoxed ? null : <Heads {...options} />}
      <div
        ref={list}
        role="rowgroup"
        onFocus={() => (hasFocus.current = true)}
        onBlur={() => (hasFocus.current = false)}
        style={isVirtual ? { height: virtual.getTotalSize(), position: 'relative' } : {}}
      >
        {isVirtual ? (
          <div
            style={{ position: 'absolute', insetInline: 0, top: (items[0]?.start ?? 0) - virtual.options.scrollMargin }}
          >
            {items.map(({ index }) => draw(index))}
          </div>
        ) : (
          Array.from({ length: rows.length }, (_, index) => draw(index))
        )}
      </div>
    </div>
  );
};
