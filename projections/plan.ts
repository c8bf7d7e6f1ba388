import type { Begun, Register } from './documents.js';
import { liveOf } from './sight.js';
import { tallyOf } from './tally-of.js';

/** What the holder of a view's pen has to do, by the register. */
export interface Plan {
  /** Whether a generation must be begun before anything else. */
  readonly begin: boolean;
  /** To be shown before it is complete, since readers have nothing else. */
  readonly showAtOnce: Begun | null;
  readonly build: readonly Begun[];
  /** What readers were moved away from; they may still be on their way. */
  readonly left: readonly Begun[];
  /** Half-built for nobody. */
  readonly abandoned: readonly Begun[];
}

/**
 * The live generation is kept while it is of this version of the code; a newer one is built beside it when it is not,
 * when somebody wished for it, or when nobody has counted what it consumed, so that nobody could say what it has missed.
 * What another keeper began for the same reason is continued.
 */
export const plan = (register: Register, version: number): Plan => {
  const live = liveOf(register);
  const serves = live?.version === version;
  const wanted = live === null || !serves || live.wishes < register.wishes || tallyOf(live) === null;
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
