import { useCallback, useEffect, useMemo, useState } from 'react';
import { CANVASES, type OpenedManifest } from '../../api/manifests.js';
import { useCanvasList, type CanvasList } from '../../api/canvas-list.js';
import type { RowList } from '../../parts/lists/row-options.js';
import type { Draft } from './draft.js';
import { thumbnailOf } from './page-picture.js';
import { rangesByCanvas, type Range } from './structure.js';

/** A list of pages: those in the range, those in no range, all. */
export type Which = 'in' | 'none' | 'all';

/** A page that is shown. */
export interface PageRow {
  readonly list: Which;
  /** Null until it is read. */
  readonly canvas: string | null;
  /** The address of its picture; null without one, absent where only the id of the page is known. */
  readonly thumbnail?: string | null;
}

/** The row above the pages in no range, with their number. */
export interface HeadRow {
  readonly list: 'head';
  readonly count: number | null;
}

const rowOf = (list: Which, canvases: CanvasList, index: number): PageRow => {
  const found = canvases.at(index);
  return found === undefined
    ? { list, canvas: null }
    : { list, canvas: found.canvas.id, thumbnail: thumbnailOf(found) };
};

/** The ids of the canvases of a list that have been read, by their blocks; they are read anew when it is saved. */
const useReadIds = (canvases: CanvasList, saved: unknown): ReadonlyMap<number, readonly string[]> => {
  const [read, setRead] = useState({ of: saved, blocks: new Map<number, readonly string[]>() });
  const blocks = read.of === saved ? read.blocks : null;
  const { from, to } = canvases.blocks;
  useEffect(() => {
    const found = new Map(blocks ?? []);
    let isNew = blocks === null;
    for (let block = from; block <= to; block += 1) {
      const ids = Array.from(
        { length: CANVASES },
        (_, index) => canvases.at(block * CANVASES + index)?.canvas.id ?? '',
      );
      if (ids[0] === '' || ids.every((id, index) => id === found.get(block)?.[index])) continue;
      found.set(block, ids);
      isNew = true;
    }
    if (isNew) setRead({ of: saved, blocks: found });
  }, [blocks, canvases, from, to, saved]);
  return useMemo(() => blocks ?? new Map(), [blocks]);
};

/** The number in a list of the row with this index, where those with some numbers are left out. */
const numberOf = (index: number, leftOut: readonly number[]): number => {
  let number = index;
  for (const each of leftOut) {
    if (each > number) break;
    number += 1;
  }
  return number;
};

/** How many pages are in no range as it is arranged; null until it is known. */
export const useFreeCount = (depositId: string, opened: OpenedManifest, { saved, roots }: Draft): number | null => {
  const shown = useMemo(() => ({ kind: 'deposit', depositId }) as const, [depositId]);
  const { total } = useCanvasList(shown, opened, { ranged: false });
  const change = useMemo(() => {
    const [before, now] = [rangesByCanvas(saved), rangesByCanvas(roots)];
    const freed = [...before.keys()].filter((canvas) => !now.has(canvas)).length;
    return freed - [...now.keys()].filter((canvas) => !before.has(canvas)).length;
  }, [saved, roots]);
  return total === null ? null : Math.max(0, total + change);
};

interface Free {
  readonly rows: RowList<PageRow>;
  readonly onRange: (from: number, to: number) => void;
}

/** The pages in no range as it is arranged: those that are saved so without those put into one since, and those taken out. */
const useFree = (none: CanvasList, saved: readonly Range[], inRanges: ReadonlyMap<string, unknown>): Free => {
  const wasIn = useMemo(() => rangesByCanvas(saved), [saved]);
  const read = useReadIds(none, saved);
  const freed = useMemo(() => [...wasIn.keys()].filter((canvas) => !inRanges.has(canvas)), [wasIn, inRanges]);
  const leftOut = useMemo(
    () =>
      [...read]
        .flatMap(([block, ids]) => ids.flatMap((id, index) => (inRanges.has(id) ? block * CANVASES + index : [])))
        .toSorted((one, other) => one - other),
    [read, inRanges],
  );
  const listed = Math.max(0, (none.total ?? 0) - leftOut.length);
  const { onRange } = none;
  return {
    rows: {
      length: none.total === null ? 0 : listed + freed.length,
      at: (index) =>
        index < listed
          ? rowOf('none', none, numberOf(index, leftOut))
          : { list: 'none', canvas: freed[index - listed] ?? null },
    },
    onRange: useCallback(
      (from, to) => onRange(numberOf(Math.min(from, listed), leftOut), numberOf(Math.min(to, listed), leftOut)),
      [onRange, leftOut, listed],
    ),
  };
};

/** The pages that are listed one below the other, and how many each list has. */
export interface PageList {
  readonly rows: RowList<PageRow | HeadRow>;
  readonly counts: Readonly<Record<Which, number | null>>;
  readonly inRanges: ReadonlyMap<string, readonly Range[]>;
  readonly onRange: (from: number, to: number) => void;
  readonly error: Error | null;
}

interface ListOptions {
  readonly depositId: string;
  readonly opened: OpenedManifest;
  readonly draft: Draft;
  readonly range: Range | null;
  /** How many pages are in no range; null until it is known. */
  readonly free: number | null;
}

/** Those in a range, then those in no range under a row of their own; or all. */
export const usePageList = (
  { depositId, opened, draft, range, free: count }: ListOptions,
  pressed: ReadonlySet<Which>,
): PageList => {
  const shown = useMemo(() => ({ kind: 'deposit', depositId }) as const, [depositId]);
  const inRanges = useMemo(() => rangesByCanvas(draft.roots), [draft.roots]);
  const all = useCanvasList(shown, opened);
  const none = useCanvasList(shown, opened, { ranged: false });
  const free = useFree(none, draft.saved, inRanges);
  const isAll = pressed.has('all');
  const pages = pressed.has('in') && range !== null ? range.canvases : [];
  const hasHead = pressed.size > 1;
  const before = pages.length + (hasHead ? 1 : 0);
  const below: RowList<PageRow> = pressed.has('none') ? free.rows : [];
  const onFree = free.onRange;
  const onRange = useCallback(
    (from: number, to: number) => {
      if (to >= before) onFree(Math.max(0, from - before), to - before);
    },
    [before, onFree],
  );
  const at = (index: number): PageRow | HeadRow | undefined => {
    if (index < pages.length) return { list: 'in', canvas: pages[index] ?? null };
    return index < before ? { list: 'head', count } : below.at(index - before);
  };
  return {
    rows: isAll
      ? { length: all.total ?? 0, at: (index) => rowOf('all', all, index) }
      : { length: before + below.length, at },
    counts: { in: range?.canvases.length ?? null, none: count, all: all.total },
    inRanges,
    onRange: isAll ? all.onRange : onRange,
    error: (isAll ? all : none).error,
  };
};
