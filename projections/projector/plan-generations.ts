import type { RegisteredGeneration, ViewRegister } from '../documents.js';
import { isUsable, liveOf } from '../live-generation.js';
import { tallyOf } from '../tally-of.js';

/** What the holder of a view's lease has to do, according to the register. */
export interface GenerationPlan {
  /** Whether a generation must be begun before anything else. */
  readonly begin: boolean;
  /** To become live before it is complete, since there is no other. */
  readonly showIncomplete: RegisteredGeneration | null;
  readonly build: readonly RegisteredGeneration[];
  /** Former live generations; some readers may still use them. */
  readonly retired: readonly RegisteredGeneration[];
  /** Unfinished generations that are no longer needed. */
  readonly abandoned: readonly RegisteredGeneration[];
}

/**
 * The live generation is updated while it is of this version of the code. A new one is built when it is not, when a
 * rebuild was requested, or when the live one has no tally and so cannot be compared with the log. A generation that
 * another process began for the same reason is continued; one whose checkpoint cannot be believed, or that is lost, counts
 * as none.
 */
export const planGenerations = (
  register: ViewRegister,
  version: number,
  lost: readonly RegisteredGeneration[],
): GenerationPlan => {
  const live = liveOf({ ...register, generations: register.generations.filter((each) => !lost.includes(each)) });
  const serves = live?.version === version;
  const wanted = live === null || !serves || live.rebuildRequests < register.rebuildRequests || tallyOf(live) === null;
  const newer = register.generations.filter(({ number }) => number > (live?.number ?? 0));
  const goesOn = (each: RegisteredGeneration): boolean =>
    each.version === version && isUsable(each) && tallyOf(each) !== null && !lost.includes(each);
  const next = wanted ? newer.findLast(goesOn) : undefined;
  return {
    begin: wanted && next === undefined,
    showIncomplete: live === null ? (next ?? null) : null,
    build: [...(serves ? [live] : []), ...(next === undefined ? [] : [next])],
    retired: register.generations.filter(({ number }) => number < (live?.number ?? 0)),
    abandoned: newer.filter((generation) => generation !== next),
  };
};
