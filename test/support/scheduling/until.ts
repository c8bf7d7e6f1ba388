import { holdsWithin } from './holds-within.js';

/** Waits until something holds, and says after a while what was missing; a look that throws is a look in vain. */
export const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> => {
  let why = '';
  const look = async (): Promise<boolean> => {
    try {
      return await holds();
    } catch (error) {
      why = ` (${String(error)})`;
      return false;
    }
  };
  if (!(await holdsWithin(look, withinMs))) throw new Error(`not within ${withinMs} ms: ${what}${why}`);
};
