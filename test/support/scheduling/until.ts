import { setTimeout as pause } from 'node:timers/promises';

/** Waits until something holds, and says after a while what was missing; a look that throws is a look in vain. */
export const until = async (
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 5_000,
  everyMs = 2,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  let why = '';
  const look = async (): Promise<boolean> => {
    try {
      return await holds();
    } catch (error) {
      why = ` (${String(error)})`;
      return false;
    }
  };
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}${why}`);
    await pause(everyMs);
  }
};
