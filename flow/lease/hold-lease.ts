import { onAbort } from '../on-abort.js';
import { retry } from '../retry.js';
import { settledWithin } from '../settled-within.js';
import { LeaseLost } from './lease-lost.js';
import type { LeaseRecord, LeaseStore } from './lease-store.js';
import type { Liveness } from './liveness.js';

/** A lease that this process holds. */
export interface HeldLease<Kept extends LeaseRecord = LeaseRecord> {
  readonly epoch: number;
  /** Aborts with LeaseLost when the lease is another's, or might be by now. */
  readonly lost: AbortSignal;
  /** Reads the record at once. */
  lookNow(): void;
  /** Calls back with the record after every look from now on. */
  onLooked(listener: (record: Kept) => void): void;
  /** Ends the lease for this process, which was refused for it elsewhere. */
  lose(why: string): void;
  /** Lets another process have the lease at once. Never rejects. */
  release(): Promise<void>;
}

/** What holding a lease needs. */
export interface HoldOptions<Kept extends LeaseRecord> {
  readonly store: LeaseStore<Kept>;
  readonly liveness: Liveness;
  /** Told of a look or a release that failed. */
  readonly onFault: (fault: unknown) => void;
  /** Told of why the lease was lost. */
  readonly onLost?: (why: string) => void;
}

/** For a release, no longer than this: without it the lease passes on when this process ends. */
const RELEASE_MS = 2_000;
const RELEASE_RETRIES = { firstMs: 200, capMs: 1_000 };

/** Looks after the lease of an epoch that this process has acquired, until it is released or lost. */
export const holdLease = <Kept extends LeaseRecord>(
  epoch: number,
  { store, liveness, onFault, onLost }: HoldOptions<Kept>,
): HeldLease<Kept> => {
  const ended = new AbortController();
  const lost = new AbortController();
  const over = AbortSignal.any([ended.signal, lost.signal]);
  const listeners = new Set<(record: Kept) => void>();
  const isOver = (): boolean => over.aborted;

  const lose = (why: string): void => {
    if (isOver()) return;
    lost.abort(new LeaseLost(`the lease of ${store.name} is lost: ${why}`));
    onLost?.(why);
  };
  const look = async (): Promise<void> => {
    const record = await store.read();
    if (isOver()) return;
    if (record.epoch !== epoch || record.holder !== liveness.holder) lose('another epoch holds it');
    else for (const listener of listeners) listener(record);
  };
  let early = new AbortController();
  over.addEventListener('abort', () => early.abort(), { once: true });
  const lookRegularly = async (): Promise<void> => {
    while (!isOver()) {
      early = new AbortController();
      await liveness.nextLook(early.signal);
      if (!isOver()) await look().catch(onFault);
    }
  };
  const standing = liveness.standing();
  const gaveUp = (): void => lose('no heartbeat was written in time');
  const forget = onAbort(standing, gaveUp);
  if (standing.aborted) gaveUp();
  const endHolding = liveness.attend('holding');
  const looking = lookRegularly().finally(() => {
    endHolding();
    forget();
  });
  return {
    epoch,
    lost: lost.signal,
    lookNow: () => early.abort(),
    onLooked: (listener) => void listeners.add(listener),
    lose,
    async release() {
      const isLost = lost.signal.aborted;
      ended.abort(new Error(`the lease of ${store.name} is released`));
      await settledWithin(looking, RELEASE_MS);
      if (isLost) return;
      const releasing = retry(() => store.release(epoch), { backOff: RELEASE_RETRIES, patienceMs: RELEASE_MS });
      await settledWithin(releasing.catch(onFault), RELEASE_MS);
    },
  };
};
