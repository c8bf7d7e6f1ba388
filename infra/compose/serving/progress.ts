import type { Position } from '../../../events/envelope.js';

/** Something that keeps up with the log: a follower, a singleton, a projector. */
export interface LogReader {
  readonly name: string;
  /** Whether this process is the one that does it now. */
  active(): boolean;
  handled(): Position | null;
}

/** How far one reader is. */
export interface ReaderProgress {
  readonly name: string;
  readonly active: boolean;
  readonly handled: Position | null;
  /** For how long it has not come to where the log was then; 0 for one that stands by. */
  readonly behindSeconds: number;
}

/** How this process keeps up with the log. */
export interface Progress {
  readers(): readonly ReaderProgress[];
  /** For how long nobody could say where the log ends. */
  blindSeconds(): number;
  close(): Promise<void>;
}

interface Sample {
  readonly head: Position;
  readonly at: number;
}

const EVERY_MS = 1_000;
/** Older heads are thinned out to this many; the oldest that a reader has not come to is what counts. */
const MOST_SAMPLES = 600;

/** Looks every second where the log ends, and says how long each reader has been behind by its own clock. */
export const watchProgress = (
  readers: readonly LogReader[],
  head: () => Promise<Position | null>,
  everyMs = EVERY_MS,
): Progress => {
  const samples: Sample[] = [];
  let seenAt = performance.now();
  let looking: Promise<void> | null = null;
  const handledByAll = (): Position | null => {
    const positions = readers.filter((reader) => reader.active()).map((reader) => reader.handled());
    return positions.reduce(
      (least, each) => (least === null || each === null || each < least ? each : least),
      positions[0] ?? null,
    );
  };
  const look = async (): Promise<void> => {
    const at = performance.now();
    const position = await head();
    seenAt = performance.now();
    const newest = samples.at(-1);
    if (position !== null && position !== newest?.head) samples.push({ head: position, at });
    const done = handledByAll();
    while (samples.length > 1 && done !== null && (samples[0]?.head ?? '') <= done) samples.shift();
    if (samples.length > MOST_SAMPLES) samples.splice(1, 1); // the first says since when, the last how far
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined) // seenAt tells of it
      .finally(() => (looking = null));
  }, everyMs);
  timer.unref();
  const behindSeconds = (reader: LogReader): number => {
    if (!reader.active()) return 0;
    const handled = reader.handled();
    const missed = samples.find(({ head: position }) => handled === null || position > handled);
    return missed === undefined ? 0 : (performance.now() - missed.at) / 1_000;
  };
  return {
    readers: () =>
      readers.map((reader) => ({
        name: reader.name,
        active: reader.active(),
        handled: reader.handled(),
        behindSeconds: behindSeconds(reader),
      })),
    blindSeconds: () => Math.max(0, (performance.now() - seenAt - everyMs) / 1_000),
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
};
