import { randomNumbers } from '../random/random-numbers.js';
import { atDepth } from '../random/depth.js';
import { SEED } from '../random/seed.js';
import type { Point } from './schedulers.js';

/** How many points of each suite are tried. */
export const POINTS = atDepth(1);
/** How many schedules are tried: each has the next seed. */
export const SCHEDULES = atDepth(3);

/** Both moments of every call from one to another. */
export const everyPoint = ({ first, last }: { readonly first: number; readonly last: number }): Point[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((call) => [
    { call, moment: 'before' as const },
    { call, moment: 'after' as const },
  ]);

/** So many of these, by chance but the same for the same seed, in their order; all of them where that is fewer. */
export const sample = <T>(all: readonly T[], count: number, seed = SEED): T[] => {
  const random = randomNumbers(seed);
  const left = all.map((_, index) => index);
  const chosen: number[] = [];
  while (chosen.length < count && left.length > 0) chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  return chosen.sort((a, b) => a - b).flatMap((index) => all.slice(index, index + 1));
};
