import { pause } from '../pause.js';
import { retry } from '../retry.js';
import { LeaseLost } from './lease-lost.js';
import type { LeaseRecord, LeaseStore } from './lease-store.js';
import { LEASE_RETRIES, type LeaseTimes } from './lease-times.js';

/** A lease that this process holds. */
export interface HeldLease<Kept extends LeaseRecord = LeaseRecord> {
  readonly epoch: number;
  /** Aborts with LeaseLost when the lease is another's, or might be by now. */
  readonly lost: AbortSignal;
  /** Writes the next heartbeat at once. */
  renewNow(): void;
  /** Calls back with the record after every heartbeat from now on. */
  onRenewed(listener: (record: Kept) => void): void;
  /** Ends the lease for this process, which was refused for it elsewhere. */
  lose(why: string): void;
  /** Writes no more heartbeats, and leaves the lease to expire. */
  stopRenewing(): Promise<void>;
  /** The same, and lets another process have the lease at once. Never rejects. */
  release(): Promise<void>;
}

/** What holding a lease needs. */
export interface HoldOptions<Kept extends LeaseRecord> {
  readonly store: LeaseStore<Kept>;
  readonly epoch: number;
  readonly times: Pick<LeaseTimes, 'renewEveryMs' | 'giveUpAfterMs'>;
  /** Told of a heartbeat or a release that failed. */
  readonly onFault: (fault: unknown) => void;
  /** Told of why the lease was lost. */
  readonly onLost?: (why: string) => void;
}

/** For a release, no longer than this: without it the lease expires by itself. */
const RELEASE_MS = 2_000;

/** Renews the lease of an epoch at once, and from then on regularly, until it is released or lost. */
export const holdLease = <Kept extends LeaseRecord>(options: HoldOptions<Kept>): HeldLease<Kept> => {
  const { store, epoch, times, onFault, onLost } = options;
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
  const loseIn = (ms: number): NodeJS.Timeout => setTimeout(lose, ms, 'it was not renewed in time');
  let deadline = loseIn(times.giveUpAfterMs);
  const renew = async (): Promise<void> => {
    const begun = performance.now();
    const record = await store.renew(epoch, over);
    if (record === null) {
      lose('a later epoch holds it');
      return;
    }
    if (isOver()) return;
    clearTimeout(deadline);
    deadline = loseIn(times.giveUpAfterMs - (performance.now() - begun));
    for (const listener of listeners) listener(record);
  };
  const backOff = { ...LEASE_RETRIES, capMs: Math.min(LEASE_RETRIES.capMs, times.renewEveryMs) };
  let early = new AbortController();
  over.addEventListener('abort', () => early.abort(), { once: true });
  const renewRegularly = async (): Promise<void> => {
    while (!isOver()) {
      early = new AbortController();
      await retry(renew, { backOff, signal: over, onFailure: onFault }).catch(() => undefined); // it is over
      if (!isOver()) await pause(times.renewEveryMs, early.signal);
    }
  };
  const renewing = renewRegularly().finally(() => clearTimeout(deadline));
  const stopRenewing = async (): Promise<void> => {
    ended.abort(new Error(`the lease of ${store.name} is released`));
    clearTimeout(deadline);
    await renewing;
  };
  return {
    epoch,
    lost: lost.signal,
    renewNow: () => early.abort(),
    onRenewed: (listener) => void listeners.add(listener),
    lose,
    stopRenewing,
    async release() {
      await stopRenewing();
      if (lost.signal.aborted) return;
      const release = (): Promise<void> => store.release(epoch, AbortSignal.timeout(RELEASE_MS));
      await retry(release, { backOff, patienceMs: RELEASE_MS }).catch(onFault);
    },
  };
};
