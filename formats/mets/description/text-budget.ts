import { MetsFault } from '../model/fault.js';

/** Counts the text of an answer. Throws MetsFault `mets-too-repetitive` above the limit. */
export type Spend = (text: object) => void;

/**
 * Limits the text of a description over all files, in characters: a long text that very many files share or inherit
 * would turn a small document into an enormous answer.
 */
export const textBudget = (most = 400_000_000): Spend => {
  const weights = new WeakMap<object, number>();
  let left = most;
  return (text) => {
    const weight = weights.get(text) ?? weigh(text);
    weights.set(text, weight);
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
