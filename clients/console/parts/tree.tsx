import { useCallback, useMemo, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useQueries } from '@tanstack/react-query';
import { useWords } from '../words/language.js';
import { Icon } from './icon.js';
import { Loading } from './loading.js';
import { Problem } from './messages.js';
import { Rows, type Column, type RowSelection } from './rows.js';

/** What a folder holds: files and folders, by paths that are unique in the tree. */
export interface TreeEntry {
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
}

/** Where a tree comes from, folder by folder; the top is the folder ''. */
export interface TreeSource<Entry extends TreeEntry> {
  /** The key of its queries, without the folder. */
  readonly queryKey: readonly unknown[];
  readonly load: (folder: string, offset: number, limit: number, signal: AbortSignal) => Promise<FolderPart<Entry>>;
}

export interface FolderPart<Entry> {
  readonly entries: readonly Entry[];
  /** Entries of the whole folder. */
  readonly total: number;
}

/** A row of a tree: an entry, or one that is still to be loaded. */
export interface TreeRow<Entry> {
  readonly entry: Entry | null;
  readonly folder: string;
  readonly at: number;
  readonly depth: number;
  readonly total: number;
}

/** Entries of a folder that are loaded together. */
const BLOCK = 500;

type Blocks<Entry> = ReadonlyMap<string, ReadonlyMap<number, FolderPart<Entry>>>;

/** The rows of all open folders, in order; those not loaded yet have their places. */
const rowsOf = <Entry extends TreeEntry>(blocks: Blocks<Entry>, open: ReadonlySet<string>): TreeRow<Entry>[] => {
  const rows: TreeRow<Entry>[] = [];
  const add = (folder: string, depth: number): void => {
    const parts = blocks.get(folder);
    const total = parts?.values().next().value?.total ?? 0;
    for (let at = 0; at < total; at++) {
      const entry = parts?.get(Math.floor(at / BLOCK))?.entries[at % BLOCK] ?? null;
      rows.push({ entry, folder, at, depth, total });
      if (entry?.isFolder === true && open.has(entry.path)) add(entry.path, depth + 1);
    }
  };
  add('', 0);
  return rows;
};

/** Loads the open folders, of large ones the parts that are seen. */
const useFolders = <Entry extends TreeEntry>(source: TreeSource<Entry>, open: ReadonlySet<string>) => {
  const [more, setMore] = useState<ReadonlySet<string>>(new Set());
  const asked = useMemo(() => {
    const first = ['', ...open].map((folder) => ({ folder, block: 0 }));
    const others = [...more].map((key) => {
      const cut = key.indexOf(' ');
      return { folder: key.slice(cut + 1), block: Number(key.slice(0, cut)) };
    });
    return [...first, ...others.filter(({ folder }) => folder === '' || open.has(folder))];
  }, [open, more]);
  const results = useQueries({
    queries: asked.map(({ folder, block }) => ({
      queryKey: [...source.queryKey, 'folder', folder, block],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => source.load(folder, block * BLOCK, BLOCK, signal),
      placeholderData: (before: FolderPart<Entry> | undefined) => before,
    })),
    combine: (all) => ({
      data: all.map(({ data }) => data),
      error: all.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
  const rows = useMemo(() => {
    const blocks = new Map<string, Map<number, FolderPart<Entry>>>();
    for (const [index, { folder, block }] of asked.entries()) {
      const data = results.data[index];
      if (data === undefined) continue;
      const parts = blocks.get(folder) ?? new Map<number, FolderPart<Entry>>();
      blocks.set(folder, parts.set(block, data));
    }
    return rowsOf(blocks, open);
  }, [asked, results.data, open]);
  const onRange = useCallback(
    (from: number, to: number) => {
      const wanted = rows.slice(from, to + 1).filter(({ entry }) => entry === null);
      const keys = wanted.map(({ folder, at }) => `${Math.floor(at / BLOCK)} ${folder}`);
      setMore((before) => (keys.every((key) => before.has(key)) ? before : new Set([...before, ...keys])));
    },
    [rows],
  );
  return { rows, onRange, error: results.error, isLoading: results.data[0] === undefined };
};

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

/** A tree whose folders are loaded when they are opened; its open folders belong to the state of the page. */
export const Tree = <Entry extends TreeEntry>(options: TreeOptions<Entry>) => {
  const {
    label,
    source,
    open,
    onOpenChange,
    columns,
    widths,
    midWidths,
    nameHead,
    selection,
    here = null,
    onEnter,
  } = options;
  const { parts } = useWords();
  const { rows, onRange, error, isLoading } = useFolders(source, open);
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
          className: [entry?.isFolder === true ? 'dir' : '', entry !== null && entry.path === here ? 'here' : ''].join(
            ' ',
          ),
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
