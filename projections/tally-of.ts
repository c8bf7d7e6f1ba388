import { EMPTY_TALLY, type Tally } from '../events/tally.js';
import type { RegisteredGeneration } from './documents.js';

/** What a generation has consumed up to its checkpoint; null where an earlier version of the software has not counted. */
export const tallyOf = ({ position, tally }: Pick<RegisteredGeneration, 'position' | 'tally'>): Tally | null => {
  if (position === null) return EMPTY_TALLY;
  return tally?.position === position ? tally : null;
};
