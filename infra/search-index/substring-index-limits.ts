import type { SearchLimits } from './bounded-searches.js';

export interface SubstringIndexLimits extends SearchLimits {
  /** Into blocks of about so many entries the index is divided: the unit in which matches are counted and skipped. */
  readonly blockEntries: number;
  /** Up to so many candidates are compared at once, without regard to blocks: some milliseconds of work. */
  readonly fewMatches: number;
  /** Between two blocks whose frequent parts are counted the writer rests so long. */
  readonly restMs: number;
}

export const USUAL_LIMITS: SubstringIndexLimits = {
  searchMs: 5_000,
  waitingSearches: 64,
  blockEntries: 65_536,
  fewMatches: 2_000,
  restMs: 500,
};
