import type { Position } from './envelope.js';

/** The number that a position begins with: every store counts its log upwards with it. */
const countOf = (position: Position | null): number => Number.parseInt(position ?? '0', 10);

/** An estimate of how much of the log up to `end` lies before a position, in per cent with one decimal; 100 at most. */
export const percentOfLog = (position: Position | null, end: Position | null): number => {
  const all = countOf(end);
  return all === 0 ? 100 : Math.min(100, Math.floor((1_000 * countOf(position)) / all) / 10);
};
