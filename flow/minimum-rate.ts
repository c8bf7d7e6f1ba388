import { withinDeadline } from './deadline.js';

/** How fast bytes must come from a source that is waited for. */
export interface MinimumRate {
  /** Bytes. */
  readonly leastPerSecond: number;
  /** How long is waited for bytes that are late, in all; what comes faster earns as much again. */
  readonly patienceMs: number;
}

/** Bytes came slower than they must. */
export class TooSlow extends Error {
  override name = 'TooSlow';
  readonly code = 'too-slow';
}

/** Gives on what comes for as long as it comes fast enough; only time spent waiting for it counts. Throws TooSlow. */
export const atMinimumRate = async function* (
  source: AsyncIterable<Buffer>,
  { leastPerSecond, patienceMs }: MinimumRate,
): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]();
  let leftMs = patienceMs;
  let waiting = true;
  try {
    for (;;) {
      const begun = performance.now();
      waiting = true;
      const piece = await withinDeadline(pieces.next(), { ms: Math.max(0, leftMs), fault: tooSlow });
      waiting = false;
      if (piece.done === true) return;
      leftMs -= performance.now() - begun;
      leftMs = Math.min(patienceMs, leftMs + (1_000 * piece.value.length) / leastPerSecond);
      yield piece.value;
    }
  } finally {
    if (!waiting) await pieces.return?.(); // one that is waited for would not end
  }
};

const tooSlow = (): TooSlow => new TooSlow('the bytes came too slowly');
