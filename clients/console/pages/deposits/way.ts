import type { Deposit } from '../../api/deposits.js';

/** What the three ways to begin a deposit have in common: they ask for one, and the page shows it, or why there is none. */
export interface WayOptions {
  readonly isBusy: boolean;
  readonly onCreate: (create: () => Promise<Deposit>) => void;
}
