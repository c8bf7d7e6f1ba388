import { MetsFault } from '../fault.js';

/** Takes what is to be said into account. Throws MetsFault `mets-too-repetitive` once it is too much. */
export type Spend = (said: object) => void;

/**
 * Counts what is said of all files together, in characters: a long text that very many files share, or inherit, would
 * make an answer without end out of a small document.
 */
export const textBudget = (most = 400_000_000): Spend => {
  const weights = new WeakMap<object, number>();
  let left = most;
  return (said) => {
    const weight = weights.get(said) ?? weigh(said);
    weights.set(said, weight);
    left -= weight;
    if (left < 0)
      throw new MetsFault('mets-too-repetitive', 'The METS says too much of too many files with the same words.');
  };
};

const weigh = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + weigh(each), 20);
};
