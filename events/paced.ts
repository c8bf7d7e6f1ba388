/** How fast bytes must come from somebody who is waited for. */
export interface Pace {
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

/** Gives on what comes, for as long as it keeps the pace; only time spent waiting for it counts. Throws TooSlow. */
export const paced = async function* (source: AsyncIterable<Buffer>, pace: Pace): AsyncGenerator<Buffer> {
  const { leastPerSecond, patienceMs } = pace;
  const pieces = source[Symbol.asyncIterator]();
  let leftMs = patienceMs;
  let waiting = true;
  try {
    for (;;) {
      const begun = performance.now();
      waiting = true;
      const piece = await inTime(pieces.next(), leftMs);
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

const inTime = async <T>(coming: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow('the bytes came too slowly')), Math.max(0, ms));
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
};
