import { useEffect, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useWords } from '../words/language.js';
import type { DragAttributes } from './drag-rows.js';
import { Icon } from './icon.js';
import { Loading } from './loading.js';
import { Problem } from './messages.js';
import { Rows, type Column, type RowSelection } from './rows.js';
import { useFolders, type TreeEntry, type TreeRow, type TreeSource } from './lists/tree-rows.js';

export type { TreeEntry, TreeSource } from './lists/tree-rows.js';

interface TreeOptions<Entry extends TreeEntry> {
  readonly label: string;
  readonly source: TreeSource<Entry>;
  readonly open: ReadonlySet<string>;
  readonly onOpenChange: (open: ReadonlySet<string>) => void;
  /** The columns after the name. */
  readonly columns: readonly Column<Entry>[];
  /** Widths of all columns, the name first. */
  readonly widths: string;
  readonly midWidths?: string;
  readonly nameHead: string;
  /** What stands behind the name, such as the count of a folder. */
  readonly after?: (entry: Entry) => ReactNode;
  /** The name as a link; by default its text. */
  readonly name?: (entry: Entry) => ReactNode;
  readonly onEnter?: (entry: Entry) => void;
  readonly selection?: RowSelection;
  readonly onKey?: (event: KeyboardEvent, entry: Entry) => boolean;
  /** What makes an entry one that is moved by a pointer. */
  readonly drag?: ((entry: Entry) => DragAttributes) | null;
  /** The path of the entry whose details are shown. */
  readonly here?: string | null;
  readonly icon?: (entry: Entry) => 'folder' | 'file' | 'group';
  readonly empty: ReactNode;
}

/** The keys of a tree: open and close, to the parent, and by letters to names (docs/console-design.md, section 9). */
const keysOf =
  <Entry extends TreeEntry>(
    options: TreeOptions<Entry>,
    rows: readonly TreeRow<Entry>[],
    setOpen: (path: string, isOpen: boolean) => void,
  ) =>
  (event: KeyboardEvent, { entry, depth }: TreeRow<Entry>, index: number, focus: (index: number) => void): boolean => {
    if (entry === null) return false;
    if (options.onKey?.(event, entry) === true) return true;
    const isOpen = options.open.has(entry.path);
    if (event.key === 'ArrowRight' && entry.isFolder) {
      if (isOpen) focus(Math.min(index + 1, rows.length - 1));
      else setOpen(entry.path, true);
      return true;
    }
    if (event.key === 'ArrowLeft') {
      const parent = rows.findLastIndex((row, at) => at < index && row.depth === depth - 1);
      if (isOpen) setOpen(entry.path, false);
      else if (parent >= 0) focus(parent);
      return true;
    }
    if (event.key === '*') {
      const beside = rows.filter((row) => row.depth === depth && row.entry?.isFolder === true);
      options.onOpenChange(new Set([...options.open, ...beside.map((row) => row.entry?.path ?? '')]));
      return true;
    }
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return false;
    const letter = event.key.toLocaleLowerCase();
    const order = [...rows.keys()].map((at) => (index + 1 + at) % rows.length);
    const found = order.find((at) => rows[at]?.entry?.name.toLocaleLowerCase().startsWith(letter) === true);
    if (found !== undefined) focus(found);
    return true;
  };

/** Selects a range of rows once all of them are loaded, since only then it is known which they are. */
const useRanges = <Entry extends TreeEntry>(
  selection: RowSelection | undefined,
  rows: readonly TreeRow<Entry>[],
  onRange: (from: number, to: number) => void,
): RowSelection | undefined => {
  const [wanted, want] = useState<readonly [number, number] | null>(null);
  useEffect(() => {
    if (wanted === null || selection === undefined) return;
    const [from, to] = wanted;
    const paths = rows.slice(from, to + 1).map(({ entry }) => entry?.path);
    if (paths.includes(undefined)) onRange(from, to);
    else {
      want(null);
      selection.range(
        paths.filter((path) => path !== undefined),
        from,
        to,
      );
    }
  }, [wanted, selection, rows, onRange]);
  return selection && { ...selection, range: (_, from, to) => want([from, to]) };
};

const attributesOf = <Entry extends TreeEntry>({ here = null, drag }: TreeOptions<Entry>, entry: Entry | null) => {
  const { className = '', ...dragged } = (entry !== null && drag?.(entry)) || {};
  const of = [entry?.isFolder === true ? 'dir' : '', entry !== null && entry.path === here ? 'here' : ''];
  return { ...dragged, className: [...of, className].join(' ') };
};

/** A tree whose folders are loaded when they are opened; its open folders belong to the state of the page. */
export const Tree = <Entry extends TreeEntry>(options: TreeOptions<Entry>) => {
  const { label, source, open, onOpenChange, columns, widths, midWidths, nameHead, onEnter } = options;
  const { parts } = useWords();
  const { rows, onRange, error, isLoading } = useFolders(source, open);
  const selection = useRanges(options.selection, rows, onRange);
  const setOpen = (path: string, isOpen: boolean): void => {
    const next = new Set(open);
    if (isOpen) next.add(path);
    else next.delete(path);
    onOpenChange(next);
  };
  if (isLoading) return error === null ? <Loading /> : <Problem error={error} />;
  if (rows.length === 0) return options.empty;
  const name: Column<TreeRow<Entry>> = {
    key: 'name',
    head: nameHead,
    of: 'name',
    cell: ({ entry }) => {
      if (entry === null) return <span className="ghost" />;
      const isOpen = open.has(entry.path);
      const icon = options.icon?.(entry) ?? (entry.isFolder ? 'folder' : 'file');
      return (
        <>
          {entry.isFolder ? (
            <button
              type="button"
              className="tw"
              tabIndex={-1}
              aria-label={isOpen ? parts.close : parts.open}
              onClick={() => setOpen(entry.path, !isOpen)}
            >
              <Icon name="right" />
            </button>
          ) : (
            <span className="tw" />
          )}
          <Icon name={icon} of="f" />
          {options.name?.(entry) ?? <span className="clip">{entry.name}</span>}
          {options.after?.(entry)}
        </>
      );
    },
  };
  const rest = columns.map(({ cell, ...column }) => ({
    ...column,
    cell: ({ entry }: TreeRow<Entry>) => (entry === null ? null : cell(entry)),
  }));
  return (
    <>
      {error === null ? null : <Problem error={error} />}
      <Rows
        kind="treegrid"
        label={label}
        rows={rows}
        columns={[name, ...rest]}
        widths={widths}
        {...(midWidths === undefined ? {} : { midWidths })}
        height={28}
        keyOf={(row) => row.entry?.path ?? `${row.folder} ${row.at}`}
        {...(selection === undefined ? {} : { selection })}
        onRange={onRange}
        onKey={keysOf(options, rows, setOpen)}
        onOpen={({ entry }) => {
          if (entry?.isFolder === true && onEnter === undefined) setOpen(entry.path, !open.has(entry.path));
          else if (entry !== null) onEnter?.(entry);
        }}
        attributes={({ entry, depth, at, total }) => ({
          ...attributesOf(options, entry),
          style: { '--d': depth } as CSSProperties,
          'aria-level': depth + 1,
          'aria-posinset': at + 1,
          'aria-setsize': total,
          ...(entry?.isFolder === true ? { 'aria-expanded': open.has(entry.path) } : {}),
        })}
      />
    </>
  );
};
