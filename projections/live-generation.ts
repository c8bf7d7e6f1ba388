import { isOfFact } from '../events/position.js';
import type { RegisteredGeneration, ViewRegister } from './documents.js';

/** Whether the checkpoint of a generation can be believed; one at a position that no fact can have includes nothing. */
export const isUsable = ({ position }: RegisteredGeneration): boolean => position === null || isOfFact(position);

/** The generation that readers use; null before there is one that can be used. */
export const liveOf = ({ live, generations }: ViewRegister): RegisteredGeneration | null =>
  generations.find((each) => each.number === live && isUsable(each)) ?? null;

/** Whether a generation has read the log up to where that ended when it was begun, so that no document is missing. */
export const isComplete = ({ position, end = null }: Pick<RegisteredGeneration, 'position' | 'end'>): boolean =>
  end === null || (position ?? '') >= end;

/** Whether `seen` is at least as new as `known`; responses of a store may arrive out of order. */
export const isLater = (seen: RegisteredGeneration | null, known: RegisteredGeneration | null): boolean => {
  if (seen === null || known === null) return known === null;
  if (seen.number !== known.number) return seen.number > known.number;
  return (seen.position ?? '') >= (known.position ?? '');
};
