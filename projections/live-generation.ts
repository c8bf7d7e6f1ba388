import type { RegisteredGeneration, ViewRegister } from './documents.js';

/** What readers are shown; null while nobody has begun to keep the view. */
export const liveOf = ({ live, generations }: ViewRegister): RegisteredGeneration | null =>
  generations.find(({ number }) => number === live) ?? null;

/** Whether `seen` says more of a view than `known`; answers of a store may come in another order than they were asked. */
export const isLater = (seen: RegisteredGeneration | null, known: RegisteredGeneration | null): boolean => {
  if (seen === null || known === null) return known === null;
  if (seen.number !== known.number) return seen.number > known.number;
  return (seen.position ?? '') >= (known.position ?? '');
};

/** Whether `seen` has not come as far as `known` had: the documents in between were lost. */
export const isBehind = (seen: RegisteredGeneration | null, known: RegisteredGeneration | null): boolean =>
  known !== null && (seen === null || seen.number < known.number || (seen.position ?? '') < (known.position ?? ''));
