import { jittered } from './jittered.js';

/** How the waits between attempts grow, from `firstMs` up to `capMs`, in milliseconds, before they are jittered. */
export interface BackOff {
  readonly firstMs: number;
  readonly capMs: number;
  /** How many times as long as the one before each wait is; twice unless said. */
  readonly growth?: number;
  /**
   * How much of a wait is drawn at random: its second half (`equal`, unless said), all of it (`full`, for rivals that
   * meet again within milliseconds) or nothing (`none`, where only one process waits).
   */
  readonly jitter?: 'equal' | 'full' | 'none';
}

/** The smallest part of a wait that is left by its jitter. */
const LEAST = { equal: 0.5, full: 0, none: 1 } as const;

/** A higher power would only be cut to the cap, and at last be Infinity. */
const HIGHEST_POWER = 30;

/** How many milliseconds to wait after failure number `failures`, the first of which is 0. */
export const backOffMs = (failures: number, { firstMs, capMs, growth = 2, jitter = 'equal' }: BackOff): number =>
  jittered(Math.min(capMs, firstMs * growth ** Math.min(failures, HIGHEST_POWER)), LEAST[jitter]);
