import { SEED } from './seed.js';

/**
 * How deep random tests go: `npm test` runs a tenth of their cases, `npm run test:all` all of them (.mocharc.all.cjs),
 * and a larger MUNIMENT_TEST_DEPTH more.
 */
export const DEPTH = Number(process.env['MUNIMENT_TEST_DEPTH'] ?? 0.1);

/** How many of so many random cases are run; at least one. */
export const atDepth = (all: number): number => Math.max(1, Math.round(all * DEPTH));

/** Every so many of a list of cases are run: each of them from the depth on that is given. */
const strideOf = (depthOfAll: number): number => Math.max(1, Math.round(depthOfAll / DEPTH));

/** Every so many of a list of cases are run: each of them from the whole depth on. */
export const STRIDE = strideOf(1);

/**
 * Those of a list of cases that are run, other ones with another seed; at least one. All of them are run from the depth on
 * that is given, which is above 1 for cases that take long.
 */
export const chosenAtDepth = <Case>(all: readonly Case[], depthOfAll = 1): readonly Case[] => {
  const stride = Math.min(strideOf(depthOfAll), all.length);
  return all.filter((_, index) => index % stride === SEED % stride);
};
