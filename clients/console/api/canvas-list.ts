import { useCallback, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import {
  CANVASES,
  canvasesQuery,
  type CanvasesWanted,
  type NumberedCanvas,
  type OpenedManifest,
  type Shown,
} from './manifests.js';

/** Canvases of a manifest, of which those are read that are seen. */
export interface CanvasList {
  /** Null until it is known. */
  readonly total: number | null;
  readonly at: (index: number) => NumberedCanvas | undefined;
  /** The blocks that are read, from the first to the last. */
  readonly blocks: { readonly from: number; readonly to: number };
  /** Tells which are seen. */
  readonly onRange: (from: number, to: number) => void;
  readonly error: Error | null;
}

/** All canvases of a manifest, or those of a kind. */
export const useCanvasList = (
  shown: Shown,
  opened: OpenedManifest,
  wanted: Pick<CanvasesWanted, 'kind' | 'ranged'> = {},
): CanvasList => {
  const [[first, last], setBlocks] = useState<readonly [number, number]>([0, 0]);
  const onRange = useCallback((from: number, to: number) => {
    setBlocks((before) => {
      const next = [Math.floor(from / CANVASES), Math.floor(Math.max(from, to) / CANVASES)] as const;
      return next[0] === before[0] && next[1] === before[1] ? before : next;
    });
  }, []);
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const results = useQueries({
    queries: blocks.map((block) => canvasesQuery(shown, opened, { ...wanted, page: block + 1 })),
  });
  return {
    total: results.find(({ data }) => data !== undefined)?.data?.total ?? null,
    at: (index) => results[Math.floor(index / CANVASES) - first]?.data?.canvases[index % CANVASES],
    blocks: { from: first, to: last },
    onRange,
    error: results.find(({ error }) => error !== null)?.error ?? null,
  };
};
