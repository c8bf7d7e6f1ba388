import { jittered } from '../jittered.js';
import { pause } from '../pause.js';
import { retry } from '../retry.js';
import { holdLease, type HeldLease } from './hold-lease.js';
import { leaseObserver, type LeaseHolder } from './lease-observer.js';
import type { LeaseRecord, LeaseStore } from './lease-store.js';
import { LEASE_RETRIES, type LeaseTimes } from './lease-times.js';

/** Work that one of several processes does at a time. */
export interface LeasedWork<Kept extends LeaseRecord> {
  readonly store: LeaseStore<Kept>;
  readonly holder: LeaseHolder;
  readonly times: LeaseTimes;
  /** How often a process that stands by reads the lease, at least. */
  readonly lookEveryMs: number;
  /** Called each time the lease is acquired; to end soon after `ended` resolves, since the lease is lost or to be left. */
  readonly work: (lease: HeldLease<Kept>, acquired: Kept, ended: Promise<void>) => Promise<void>;
  /** Told of the record after each look at which the lease was not acquired. */
  readonly onStandby?: (record: Kept) => Promise<void>;
  /** Told of what failed and will be tried again. */
  readonly onFault: (fault: unknown) => void;
  /** Told of a heartbeat or a release that failed, in place of `onFault`. */
  readonly onLeaseFault?: (fault: unknown) => void;
  /** Told of why the lease was lost. */
  readonly onLost?: (why: string) => void;
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Works whenever this process holds the lease, and stands by otherwise, until the signal aborts; never rejects. */
export const workUnderLease = async <Kept extends LeaseRecord>(
  options: LeasedWork<Kept>,
  signal: AbortSignal,
): Promise<void> => {
  const { store, holder, times, lookEveryMs, work, onStandby, onFault } = options;
  const mayAcquire = leaseObserver(holder, times.takeoverAfterMs);
  const isOver = (): boolean => signal.aborted;
  const workWith = async (acquired: Kept): Promise<void> => {
    const { onLeaseFault = onFault, onLost } = options;
    const { epoch } = acquired;
    const lease = holdLease({
      store,
      epoch,
      times,
      onFault: onLeaseFault,
      ...(onLost === undefined ? {} : { onLost }),
    });
    const ended = whenAborted(AbortSignal.any([lease.lost, signal]));
    try {
      await work(lease, acquired, ended);
    } finally {
      await lease.release();
    }
  };
  const look = async (): Promise<void> => {
    const seen = await store.read();
    const acquired = mayAcquire(seen) && !isOver() ? await store.acquire(seen, signal) : null;
    if (acquired !== null) return workWith(acquired);
    await onStandby?.(seen);
    await pause(jittered(lookEveryMs), signal);
  };
  while (!isOver()) {
    const looking = retry(look, { backOff: LEASE_RETRIES, signal, onFailure: onFault });
    await looking.catch(() => undefined); // the signal aborted
  }
};
