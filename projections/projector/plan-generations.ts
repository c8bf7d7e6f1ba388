import type { RegisteredGeneration, ViewRegister } from '../documents.js';
import { liveOf } from '../live-generation.js';
import { tallyOf } from '../tally-of.js';

/** What the holder of a view's lease has to do, by the register. */
export interface GenerationPlan {
  /** Whether a generation must be begun before anything else. */
  readonly begin: boolean;
  /** To be shown before it is complete, since readers have nothing else. */
  readonly showAtOnce: RegisteredGeneration | null;
  readonly build: readonly RegisteredGeneration[];
  /** What readers were moved away from; they may still be on their way. */
  readonly left: readonly RegisteredGeneration[];
  /** Half-built for nobody. */
  readonly abandoned: readonly RegisteredGeneration[];
}

/**
 * The live generation is kept while it is of this version of the code; a newer one is built beside it when it is not,
 * when it was requested, or when nobody has counted what it consumed, so that nobody could say what it has missed.
 * What another process began for the same reason is continued.
 */
export const planGenerations = (register: ViewRegister, version: number): GenerationPlan => {
  const live = liveOf(register);
  const serves = live?.version === version;
  const wanted = live === null || !serves || live.rebuildRequests < register.rebuildRequests || tallyOf(live) === null;
  const newer = register.generations.filter(({ number }) => number > (live?.number ?? 0));
  const next = wanted ? newer.findLast((each) => each.version === version && tallyOf(each) !== null) : undefined;
  return {
    begin: wanted && next === undefined,
    showAtOnce: live === null ? (next ?? null) : null,
    build: [...(serves ? [live] : []), ...(next === undefined ? [] : [next])],
    left: register.generations.filter(({ number }) => number < (live?.number ?? 0)),
    abandoned: newer.filter((generation) => generation !== next),
  };
};
