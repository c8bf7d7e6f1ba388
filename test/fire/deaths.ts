import type { Death } from './incarnation.js';
import type { KillPoint } from '../support/main-job/lines.js';

/** Times are told in starts, since machines have their moods: how long a process works, or a step is waited for. */
const WORKING = 4;
const WAITING = 8;

/**
 * One death after the other: a fifth while a process opens its folder, a quarter while it works, and the others at a
 * step, each step once before any comes again. `pace` is how long a start takes, in milliseconds.
 */
export const deaths = (random: () => number, pace: () => number, points: readonly KillPoint[]): (() => Death) => {
  let steps = [...points];
  return () => {
    const dice = random();
    if (dice < 0.2) return { from: 'opening', afterMs: random() * pace() };
    if (dice < 0.45) return { from: 'ready', afterMs: random() * WORKING * pace() };
    if (steps.length === 0) steps = [...points];
    const [at] = steps.splice(Math.floor(random() * steps.length), 1);
    return { at: at!, from: 'ready', afterMs: WAITING * pace() };
  };
};
