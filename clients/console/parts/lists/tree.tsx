import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useWords } from '../../words/language.js';
import type { DragAttributes } from './drag-rows.js';
import { Icon } from '../icon.js';
import { Loading } from '../feedback/loading.js';
import { Problem } from '../feedback/messages.js';
import { Rows, type Column, type RowSelection } from './rows.js';
import { useToast } from '../feedback/toasts.js';
import type { TreeEntry } from './tree-layout.js';
import type { ChosenPart } from './chosen-parts.js';
import { useTreeRows, type TreeRow, type TreeRows, type TreeSource } from './tree-rows.js';

export type { ChosenPart } from './chosen-parts.js';
export type { TreeSource } from './tree-rows.js';

/** What is selected of a tree, and what a press on a row or its box changes. */
export type TreeSelection<Entry> = Omit<RowSelection, 'range'> & {
  /** Whether a folder may be named for all it holds; not where the tree shows only some of that. */
  readonly byFolder: boolean;
  /** Selects what follows each other in the tree. */
  readonly range: (parts: readonly ChosenPart<Entry>[]) => unknown;
};

/** What the key of a row begins with that is not loaded; no path does. */
const UNLOADED = '\n';

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
  readonly selection?: TreeSelection<Entry>;
  readonly onKey?: (event: KeyboardEvent, entry: Entry) => boolean;
  /** What makes an entry one that is moved by a pointer. */
  readonly drag?: ((entry: Entry) => DragAttributes) | null;
  /** The path of the entry whose details are shown. */
  readonly here?: string | null;
  /** The path of the entry that is chosen, where one is. */
  readonly chosen?: string;
  /** Whether it is in a box that scrolls for itself, without heads of columns. */
  readonly isBoxed?: boolean;
  readonly icon?: (entry: Entry) => 'folder' | 'file' | 'group';
  readonly empty: ReactNode;
}

/** The keys of a tree: open and close, to the parent, and by letters to names (docs/console-design.md, section 9). */
const keysOf =
  <Entry extends TreeEntry>(
    options: TreeOptions<Entry>,
    rows: TreeRows<Entry>,
    setOpen: (path: string, isOpen: boolean) => void,
  ) =>
  (event: KeyboardEvent, row: TreeRow<Entry>, index: number, focus: (index: number) => void): boolean => {
    const { entry } = row;
    if (entry === null) return false;
    if (options.onKey?.(event, entry) === true) return true;
    const isOpen = options.open.has(entry.path);
    if (event.key === 'ArrowRight' && entry.isFolder) {
      if (isOpen) focus(Math.min(index + 1, rows.length - 1));
      else setOpen(entry.path, true);
      return true;
    }
    if (event.key === 'ArrowLeft') {
      const parent = rows.parentOf(row);
      if (isOpen) setOpen(entry.path, false);
      else if (parent >= 0) focus(parent);
      return true;
    }
    if (event.key === '*') {
      const beside = rows.loadedOf(row.folder).filter(({ isFolder }) => isFolder);
      options.onOpenChange(new Set([...options.open, ...beside.map(({ path }) => path)]));
      return true;
    }
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return false;
    const found = rows.nextNamed(event.key.toLocaleLowerCase(), index);
    if (found !== undefined) focus(found);
    return true;
  };

/** Selects ranges of rows by what they are, of which as little as possible is read. */
const useRanges = <Entry extends TreeEntry>(
  selection: TreeSelection<Entry> | undefined,
  partsBetween: ReturnType<typeof useTreeRows<Entry>>['partsBetween'],
) => {
  const { parts } = useWords();
  const tell = useToast();
  const { mutate, error } = useMutation({
    mutationFn: ([from, to]: readonly [number, number]) =>
      partsBetween(from, to, { byFolder: selection?.byFolder === true, onLong: (n) => tell(parts.selecting(n)) }),
    onSuccess: (found) => selection?.range(found),
  });
  const ofRows: RowSelection | undefined = selection && {
    ...selection,
    toggle: (key) => (key.startsWith(UNLOADED) ? undefined : selection.toggle(key)),
    range: (from, to) => mutate([from, to]),
  };
  return { selection: ofRows, error };
};

const attributesOf = <Entry extends TreeEntry>(
  { here = null, drag, chosen }: TreeOptions<Entry>,
  entry: Entry | null,
) => {
  const { className = '', ...dragged } = (entry !== null && drag?.(entry)) || {};
  const of = [entry?.isFolder === true ? 'dir' : '', entry !== null && entry.path === here ? 'here' : ''];
  return {
    ...dragged,
    className: [...of, className].join(' '),
    ...(chosen !== undefined && { 'aria-selected': entry?.path === chosen }),
  };
};

/** A tree whose folders are loaded when they are opened; its open folders belong to the state of the page. */
export const Tree = <Entry extends TreeEntry>(options: TreeOptions<Entry>) => {
  const { label, source, open, onOpenChange, columns, widths, midWidths, nameHead, onEnter } = options;
  const { parts } = useWords();
  const { rows, onRange, partsBetween, error, isLoading } = useTreeRows(source, open);
  const { selection, error: rangeError } = useRanges(options.selection, partsBetween);
  const setOpen = (path: string, isOpen: boolean): void => {
    const next = new Set(open);
    if (isOpen) next.add(path);
    else next.delete(path);
    onOpenChange(next);
  };
  const { isBoxed = false, chosen = '' } = options;
  const first = isBoxed && chosen !== '' ? rows.indexOf(chosen) : undefined;
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
      {rangeError === null ? null : <Problem error={rangeError} />}
      <Rows
        kind="treegrid"
        isBoxed={isBoxed}
        {...(first === undefined ? {} : { first })}
        label={label}
        rows={rows}
        columns={[name, ...rest]}
        widths={widths}
        {...(midWidths === undefined ? {} : { midWidths })}
        height={28}
        keyOf={({ entry, folder, at }) => entry?.path ?? `${UNLOADED}${at} ${folder}`}
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
