import type { Death } from './incarnation.js';
import type { KillPoint } from '../support/processes/kill-point.js';

/** Times are told in starts, since machines have their moods: how long a process works, or a step is waited for. */
const WORKING = 4;
const WAITING = 8;
/** A step that is waited for may need work that takes several tries. */
const WAITING_FOR_EACH = 24;

export interface DeathOptions {
  readonly random: () => number;
  /** How long a start takes, in milliseconds. */
  readonly pace: () => number;
  /** The next step to die at. */
  readonly nextPoint: () => KillPoint;
  /** Whether processes die at steps only. */
  readonly onlyAtSteps: boolean;
}

/** One kill point after the other, each of them once before any comes again. */
export const inRandomOrder = (random: () => number, points: readonly KillPoint[]): (() => KillPoint) => {
  let left = [...points];
  return () => {
    if (left.length === 0) left = [...points];
    const [point] = left.splice(Math.floor(random() * left.length), 1);
    return point!;
  };
};

/**
 * One death after the other: a fifth while a process opens its folder, a quarter while it works, and the others at a
 * step; or all of them at steps.
 */
export const deaths =
  ({ random, pace, nextPoint, onlyAtSteps }: DeathOptions): (() => Death) =>
  () => {
    const dice = onlyAtSteps ? 1 : random();
    if (dice < 0.2) return { from: 'opening', afterMs: random() * pace() };
    if (dice < 0.45) return { from: 'ready', afterMs: random() * WORKING * pace() };
    const starts = onlyAtSteps ? WAITING_FOR_EACH : WAITING;
    return { at: nextPoint(), from: 'ready', afterMs: starts * pace() };
  };
