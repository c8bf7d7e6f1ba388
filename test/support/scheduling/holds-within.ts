import { setTimeout as pause } from 'node:timers/promises';

const LONGEST_PAUSE_MS = 50;

/**
 * Whether something holds within so many milliseconds; looks again and again, less often as time goes on, and rejects
 * with what a look throws.
 */
export const holdsWithin = async (holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> => {
  const begun = performance.now();
  while (!(await holds())) {
    const waited = performance.now() - begun;
    if (waited >= withinMs) return false;
    await pause(Math.min(LONGEST_PAUSE_MS, Math.max(1, waited / 4)));
  }
  return true;
};
