import type { Position } from '../../../events/envelope.js';

/** A reader of the log: a follower, a singleton, a projector. */
export interface LogReader {
  readonly name: string;
  /** Whether it runs in this process now. */
  active(): boolean;
  handled(): Position | null;
  /** Whether the process is of use while this reader is behind; not by default. */
  readonly mayLag?: boolean;
}

/** The progress of one reader. */
export interface ReaderProgress {
  readonly name: string;
  readonly mayLag: boolean;
  readonly active: boolean;
  readonly handled: Position | null;
  /** For how many seconds it has been behind the head of the log; 0 while it stands by. */
  readonly behindSeconds: number;
  /** Whether it had handled more than the log held when that was last read. */
  readonly ahead: boolean;
}

/** The progress of this process in the log. */
export interface Progress {
  readers(): readonly ReaderProgress[];
  /** For how many seconds the head of the log could not be read. */
  headUnknownSeconds(): number;
  close(): Promise<void>;
}

interface Sample {
  readonly head: Position;
  readonly at: number;
}

/** How many heads of the log are kept; the oldest one that a reader has not reached is needed. */
const MOST_SAMPLES = 600;

/** Reads the head of the log every `everyMs` milliseconds, and measures by its own clock how long each reader has been behind. */
export const watchProgress = (
  readers: readonly LogReader[],
  head: () => Promise<Position | null>,
  everyMs: number,
): Progress => {
  const samples: Sample[] = [];
  let seenAt = performance.now();
  let looking: Promise<void> | null = null;
  let ahead: ReadonlySet<LogReader> = new Set();
  const handledByAll = (): Position | null => {
    const positions = readers.filter((reader) => reader.active()).map((reader) => reader.handled());
    return positions.reduce(
      (least, each) => (least === null || each === null || each < least ? each : least),
      positions[0] ?? null,
    );
  };
  const look = async (): Promise<void> => {
    const at = performance.now();
    const before = readers.map((reader) => (reader.active() ? reader.handled() : null)); // a head read later covers it
    const position = await head();
    ahead = new Set(readers.filter((_, index) => (before[index] ?? '') > (position ?? '')));
    seenAt = performance.now();
    const newest = samples.at(-1);
    if (position !== null && position !== newest?.head) samples.push({ head: position, at });
    const done = handledByAll();
    while (samples.length > 1 && done !== null && (samples[0]?.head ?? '') <= done) samples.shift();
    if (samples.length > MOST_SAMPLES) samples.splice(1, 1); // keep the oldest and the newest
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined) // shown by headUnknownSeconds
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
        mayLag: reader.mayLag === true,
        active: reader.active(),
        handled: reader.handled(),
        behindSeconds: behindSeconds(reader),
        ahead: ahead.has(reader),
      })),
    headUnknownSeconds: () => Math.max(0, (performance.now() - seenAt - everyMs) / 1_000),
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
};
