const YEAR_ONE_MS = 62_135_596_800_000n;
let last = 0n;

/** A number for a generated job: 100-nanosecond ticks since the year 1, never the same twice (companion 4.1). */
export const transientNumber = (now: Date): string => {
  const ticks = (BigInt(now.getTime()) + YEAR_ONE_MS) * 10_000n;
  last = ticks > last ? ticks : last + 1n;
  return last.toString();
};
