import { withinDeadline } from '../deadline.js';

/** How fast the bytes of a source must come, by the time that is spent waiting for them. */
export interface MinimumRate {
  /** Bytes per second. */
  readonly leastPerSecond: number;
  /** The milliseconds of waiting to begin with, and at most: they are used up by waiting and earned again by bytes. */
  readonly patienceMs: number;
}

/** Bytes came slower than they must. */
export class TooSlow extends Error {
  override name = 'TooSlow';
  readonly code = 'too-slow';
}

/** Passes the bytes of a source on as long as they come fast enough, and what it returns. Throws TooSlow. */
export const atMinimumRate = async function* <Piece extends Uint8Array, End>(
  source: AsyncIterable<Piece, End>,
  { leastPerSecond, patienceMs }: MinimumRate,
): AsyncGenerator<Piece, End, undefined> {
  const pieces = source[Symbol.asyncIterator]();
  let leftMs = patienceMs;
  let waiting = true;
  try {
    for (;;) {
      const begun = performance.now();
      waiting = true;
      const piece = await withinDeadline(pieces.next(), { ms: Math.max(0, leftMs), fault: tooSlow });
      waiting = false;
      if (piece.done === true) return piece.value;
      leftMs -= performance.now() - begun;
      leftMs = Math.min(patienceMs, leftMs + (1_000 * piece.value.length) / leastPerSecond);
      yield piece.value;
    }
  } finally {
    if (!waiting) await pieces.return?.(); // one that is waited for would not end
  }
};

const tooSlow = (): TooSlow => new TooSlow('the bytes came too slowly');
