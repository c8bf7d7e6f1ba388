import type { Position } from '../events/envelope.js';

export interface FreshnessOptions {
  readonly head: () => Promise<Position | null>;
  /** Resolves to true once the views include everything up to a position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** The position of the views; it goes back where they were lost and are being rebuilt. */
  readonly position: () => Position | null;
  /** How long the response to a write waits for the views before it is sent anyway. */
  readonly writeWaitMs: number;
}

/** How long a reader waits for views that are a little behind. */
const CATCH_UP_MS = 250;

/**
 * Whether the views include every write that any gateway has answered by now. The response to a write waits for the
 * views for at most `writeWaitMs`, so only a write that began longer ago can be answered and missing. It is therefore
 * enough that the views had reached the head of the log within the last `writeWaitMs`, and have not gone back since.
 */
export const freshness = ({ head, reached, position, writeWaitMs }: FreshnessOptions): (() => Promise<boolean>) => {
  let seen: { readonly at: number; readonly position: Position | null } | null = null;
  let checking: Promise<boolean> | null = null;
  const isFresh = (): boolean =>
    seen !== null && performance.now() - seen.at < writeWaitMs && (position() ?? '') >= (seen.position ?? '');
  const check = async (): Promise<boolean> => {
    const asked = performance.now();
    const newest = await head();
    if (newest === null || (await reached(newest, CATCH_UP_MS))) seen = { at: asked, position: newest };
    return isFresh();
  };
  return async () => isFresh() || (checking ??= check().finally(() => (checking = null)));
};
