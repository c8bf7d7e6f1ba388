import { EMPTY_TALLY, type Tally } from '../events/tally.js';
import type { RegisteredGeneration } from './documents.js';

/**
 * The tally of a generation at its checkpoint; null where an earlier version of the software wrote the checkpoint
 * without one.
 */
export const tallyOf = ({ position, tally }: Pick<RegisteredGeneration, 'position' | 'tally'>): Tally | null => {
  if (position === null) return EMPTY_TALLY;
  return tally?.position === position ? tally : null;
};
