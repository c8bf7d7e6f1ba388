import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the condition holds; false when it did not within that time. */
export const waitUntil = async (
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 50,
): Promise<boolean> => {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() >= end) return false;
    await pause(everyMs);
  }
  return true;
};
