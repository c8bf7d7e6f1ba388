import type { Position } from '../events/envelope.js';

export interface FreshnessOptions {
  readonly head: () => Promise<Position | null>;
  /** Resolves true once the views show everything up to a position, false at the time-out. */
  readonly reached: (position: Position, timeoutMs: number) => Promise<boolean>;
  /** How far the views have come; less than before where they were lost and are being made anew. */
  readonly position: () => Position | null;
  /** How long a writer's answer waits for the views before it is given all the same. */
  readonly patienceMs: number;
}

/** How long a reader waits for views that are a little behind. */
const CATCH_UP_MS = 250;

/**
 * Says whether the views may be believed: whether every write that any gateway has answered by now shows in them. A write
 * whose answer did not wait for the views in vain is shown; one whose answer did is older than that patience. So it is
 * enough to have seen, within the patience, that the views showed what was the head of the log then, and to see that they
 * still do.
 */
export const freshness = ({ head, reached, position, patienceMs }: FreshnessOptions): (() => Promise<boolean>) => {
  let seen: { readonly at: number; readonly position: Position | null } | null = null;
  let looking: Promise<boolean> | null = null;
  const isFresh = (): boolean =>
    seen !== null && performance.now() - seen.at < patienceMs && (position() ?? '') >= (seen.position ?? '');
  const look = async (): Promise<boolean> => {
    const asked = performance.now();
    const newest = await head();
    if (newest === null || (await reached(newest, CATCH_UP_MS))) seen = { at: asked, position: newest };
    return isFresh();
  };
  return async () => isFresh() || (looking ??= look().finally(() => (looking = null)));
};
