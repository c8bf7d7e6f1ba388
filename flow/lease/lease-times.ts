import type { BackOff } from '../back-off.js';

/** How long a lease lasts. Durations in milliseconds of a process's own monotonic clock. */
export interface LeaseTimes {
  /** Without a new heartbeat for so long a lease has expired; 0 where every other holder is known to be dead. */
  readonly takeoverAfterMs: number;
  readonly renewEveryMs: number;
  /** A holder that could not renew its lease for so long has lost it; less than `takeoverAfterMs`. */
  readonly giveUpAfterMs: number;
}

/** The times that belong together, from the one that decides. */
export const leaseTimes = (takeoverAfterMs: number): LeaseTimes => ({
  takeoverAfterMs,
  renewEveryMs: takeoverAfterMs / 6,
  giveUpAfterMs: (takeoverAfterMs * 2) / 3,
});

/** The wait after a store failed, or the work under a lease. */
export const LEASE_RETRIES: BackOff = { firstMs: 200, capMs: 10_000 };
