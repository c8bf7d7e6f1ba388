import { useCallback, useMemo, useState } from 'react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { pause } from '../../../../flow/pause.js';
import { chosenParts, type ChosenPart, type HowRead } from './chosen-parts.js';
import {
  BLOCK,
  layoutOf,
  startOf,
  withBlocks,
  type Block,
  type BlockPlace,
  type FolderPart,
  type KnownFolders,
  type RowPlace,
  type TreeEntry,
  type TreeLayout,
} from './tree-layout.js';

/** Where a tree comes from, folder by folder; the top is the folder ''. */
export interface TreeSource<Entry extends TreeEntry> {
  /** The key of its queries, without the folder. */
  readonly queryKey: readonly unknown[];
  /** Entries of a folder from one on: of one that is not counted, those after what the part before named as its `next`. */
  readonly load: (
    folder: string,
    offset: number,
    limit: number,
    signal: AbortSignal,
    after: string | null,
  ) => Promise<FolderPart<Entry>>;
}

/** A row of a tree: an entry, or one that is still to be loaded. */
export interface TreeRow<Entry> extends RowPlace {
  readonly entry: Entry | null;
}

/** The rows of all open folders, in order, of which those near the window are loaded. */
export interface TreeRows<Entry> {
  readonly length: number;
  /** Whether there are no more. */
  readonly isWhole: boolean;
  readonly at: (index: number) => TreeRow<Entry> | undefined;
  readonly parentOf: TreeLayout['parentOf'];
  /** The entries of a folder that are loaded. */
  readonly loadedOf: (folder: string) => readonly Entry[];
  /** The row of an entry that is loaded. */
  readonly indexOf: (path: string) => number | undefined;
  /** The next row whose name begins with a letter, of those that are loaded; after the last comes the first. */
  readonly nextNamed: (letter: string, index: number) => number | undefined;
}

/** Rows beyond the window that are loaded, and the steps in which the window is followed. */
const NEAR = 100;
/** Milliseconds that a block is in the window before it is asked for: those that are only scrolled past are not. */
const SCROLLED_PAST = 50;
const NONE: KnownFolders = new Map();
/** Open folders that are asked for at once, while it is not known where they are. */
const AHEAD = 20;
const TOP: BlockPlace = { folder: '', block: 0 };

/** The blocks near the window, and the beginning of the top; while some are read for the first time, those of other folders. */
const wantedOf = (
  near: readonly BlockPlace[],
  known: KnownFolders,
  open: ReadonlySet<string>,
): readonly BlockPlace[] => {
  const hasTop = near.some(({ folder, block }) => folder === '' && block === 0);
  const asked = new Set(near.map(({ folder }) => folder));
  const ahead = near.every(({ folder }) => known.has(folder))
    ? []
    : [...open].filter((folder) => !known.has(folder) && !asked.has(folder)).slice(0, AHEAD);
  return [...(hasTop ? [] : [TOP]), ...near, ...ahead.map((folder) => ({ folder, block: 0 }))];
};

const rowsOf = <Entry extends TreeEntry>(layout: TreeLayout, blocks: readonly Block<Entry>[]): TreeRows<Entry> => {
  const byPlace = new Map(blocks.map(({ folder, block, part }) => [`${block} ${folder}`, part.entries]));
  return {
    length: layout.length,
    isWhole: layout.isWhole,
    at: (index) => {
      if (index < 0 || index >= layout.length) return undefined;
      const place = layout.placeOf(index);
      const { folder, at } = place;
      return { ...place, entry: byPlace.get(`${Math.floor(at / BLOCK)} ${folder}`)?.[at % BLOCK] ?? null };
    },
    parentOf: layout.parentOf,
    loadedOf: (folder) => blocks.flatMap((each) => (each.folder === folder ? each.part.entries : [])),
    indexOf: (path) => {
      for (const { folder, block, part } of blocks) {
        const at = part.entries.findIndex((entry) => entry.path === path);
        if (at >= 0) return layout.rowOf(folder, block * BLOCK + at);
      }
      return undefined;
    },
    nextNamed: (letter, index) => {
      const found = blocks.flatMap(({ folder, block, part }) =>
        part.entries.flatMap(({ name }, at) => {
          const row = name.toLocaleLowerCase().startsWith(letter)
            ? layout.rowOf(folder, block * BLOCK + at)
            : undefined;
          return row === undefined ? [] : [row > index ? row : row + layout.length];
        }),
      );
      return found.length === 0 ? undefined : found.reduce((one, other) => Math.min(one, other)) % layout.length;
    },
  };
};

const queryOf = <Entry extends TreeEntry>(
  { queryKey, load }: TreeSource<Entry>,
  { folder, block }: BlockPlace,
  after: string | null,
) => ({
  queryKey: [...queryKey, 'folder', folder, block, after],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    if (block > 0) await pause(SCROLLED_PAST, signal);
    signal.throwIfAborted();
    return load(folder, block * BLOCK, BLOCK, signal, after);
  },
  // The beginnings of folders stay a while, so that a page that is left and opened again is there at once.
  ...(block > 0 && { gcTime: 0 }),
});

/**
 * The rows of a tree. Only the blocks of its folders that are near the window are kept; of the others it stays known how many
 * entries they have, and they are read again when they are shown.
 */
export const useTreeRows = <Entry extends TreeEntry>(source: TreeSource<Entry>, open: ReadonlySet<string>) => {
  const client = useQueryClient();
  const of = JSON.stringify(source.queryKey);
  const [kept, keep] = useState({ of, known: NONE });
  const [[from, to], show] = useState<readonly [number, number]>([0, NEAR]);
  const known = kept.of === of ? kept.known : NONE;
  const layout = useMemo(() => layoutOf(known), [known]);
  const wanted = useMemo(() => wantedOf(layout.blocksOf(from, to), known, open), [layout, from, to, known, open]);
  const results = useQueries({
    queries: wanted.map((place) => queryOf(source, place, startOf(known, place))),
    combine: (all) => ({
      data: all.map(({ data, dataUpdatedAt }) => ({ part: data, readAt: dataUpdatedAt })),
      error: all.find(({ error }) => error !== null)?.error ?? null,
    }),
  });
  const blocks = useMemo(
    () =>
      wanted.flatMap((place, index): Block<Entry>[] => {
        const { part, readAt = 0 } = results.data[index] ?? {};
        return part === undefined ? [] : [{ ...place, part, readAt }];
      }),
    [wanted, results.data],
  );
  const now = useMemo(() => withBlocks(known, blocks, open), [known, blocks, open]);
  if (now !== known || kept.of !== of) keep({ of, known: now });
  const rows = useMemo(() => rowsOf(layout, blocks), [layout, blocks]);
  const onRange = useCallback((first: number, last: number) => {
    const begin = (Math.floor(first / NEAR) - 1) * NEAR;
    const end = (Math.ceil(last / NEAR) + 1) * NEAR;
    show((before) => (before[0] === begin && before[1] === end ? before : [begin, end]));
  }, []);
  const readBlock = async (folder: string, block: number): Promise<readonly Entry[]> => {
    const place = { folder, block };
    const { entries } = await client.query({ ...queryOf(source, place, startOf(known, place)), gcTime: 0 });
    return entries;
  };
  /** What the rows from one to another are, of which as little as possible is read. */
  const partsBetween = (first: number, last: number, how: HowRead): Promise<readonly ChosenPart<Entry>[]> =>
    chosenParts(layout.spansOf(first, last), readBlock, how);
  return { rows, onRange, partsBetween, error: results.error, isLoading: !known.has('') };
};
