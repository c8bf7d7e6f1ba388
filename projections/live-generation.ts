import type { RegisteredGeneration, ViewRegister } from './documents.js';

/** The generation that readers use; null before there is one. */
export const liveOf = ({ live, generations }: ViewRegister): RegisteredGeneration | null =>
  generations.find(({ number }) => number === live) ?? null;

/** Whether `seen` is at least as new as `known`; responses of a store may arrive out of order. */
export const isLater = (seen: RegisteredGeneration | null, known: RegisteredGeneration | null): boolean => {
  if (seen === null || known === null) return known === null;
  if (seen.number !== known.number) return seen.number > known.number;
  return (seen.position ?? '') >= (known.position ?? '');
};

/** Whether `seen` is behind `known`: documents were lost. */
export const isBehind = (seen: RegisteredGeneration | null, known: RegisteredGeneration | null): boolean =>
  known !== null && (seen === null || seen.number < known.number || (seen.position ?? '') < (known.position ?? ''));
