import type { BackOff } from '../back-off.js';
import { retry } from '../retry.js';
import { whenAborted } from '../when-aborted.js';
import { holdLease, type HeldLease, type HoldOptions } from './hold-lease.js';
import type { LeaseRecord } from './lease-store.js';

/** Work that one of several processes does at a time. */
export interface LeasedWork<Kept extends LeaseRecord> extends HoldOptions<Kept> {
  /** Called each time the lease is acquired; to end soon after `ended` resolves, since the lease is lost or to be left. */
  readonly work: (lease: HeldLease<Kept>, acquired: Kept, ended: Promise<void>) => Promise<void>;
  /** Told of the record after each look at which the lease was not acquired. */
  readonly onStandby?: (record: Kept) => Promise<void>;
  /** Told of what failed and will be tried again. */
  readonly onFault: (fault: unknown) => void;
  /** Told of a look or a release that failed, in place of `onFault`. */
  readonly onLeaseFault?: (fault: unknown) => void;
}

/** The wait after a store failed, or the work under a lease. */
const RETRIES: BackOff = { firstMs: 200, capMs: 10_000 };

/** Works whenever this process holds the lease, and stands by otherwise, until the signal aborts; never rejects. */
export const workUnderLease = async <Kept extends LeaseRecord>(
  options: LeasedWork<Kept>,
  signal: AbortSignal,
): Promise<void> => {
  const { store, liveness, work, onStandby, onFault, onLeaseFault = onFault } = options;
  const isOver = (): boolean => signal.aborted;
  const mayAcquire = ({ holder }: Kept): boolean =>
    !isOver() &&
    !liveness.standing().aborted &&
    // What this process holds by the record, and asks for again, it has given up.
    (holder === null || holder === liveness.holder || liveness.isGone(holder));
  let endAwaiting = liveness.attend('awaiting');
  const workWith = async (acquired: Kept): Promise<void> => {
    endAwaiting();
    const lease = holdLease(acquired.epoch, { ...options, onFault: onLeaseFault });
    const ended = whenAborted(AbortSignal.any([lease.lost, signal]));
    try {
      await work(lease, acquired, ended);
    } finally {
      endAwaiting = liveness.attend('awaiting');
      await lease.release();
    }
  };
  const look = async (): Promise<void> => {
    const seen = await store.read();
    const acquired = mayAcquire(seen) ? await store.acquire(seen) : null;
    if (acquired !== null) return workWith(acquired);
    await onStandby?.(seen);
    await liveness.nextLook(signal);
  };
  while (!isOver()) {
    const looking = retry(look, { backOff: RETRIES, signal, onFailure: onFault });
    await looking.catch(() => undefined); // the signal aborted
  }
  endAwaiting();
};
