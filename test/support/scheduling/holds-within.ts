import { setTimeout as pause } from 'node:timers/promises';

/** Whether something holds within so many milliseconds; looks again and again, and rejects with what a look throws. */
export const holdsWithin = async (
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 50,
): Promise<boolean> => {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() >= deadline) return false;
    await pause(everyMs);
  }
  return true;
};
