import { useCallback, useMemo, useState } from 'react';
import { useQueries } from '@tanstack/react-query';

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
export const useFolders = <Entry extends TreeEntry>(source: TreeSource<Entry>, open: ReadonlySet<string>) => {
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
