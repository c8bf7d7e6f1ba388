import type { LeaseRecord } from './lease-store.js';

/** A process, as a holder of leases. */
export interface LeaseHolder {
  /** Names this process and no other, also no earlier one on the same machine. */
  readonly holder: string;
  /** Whether another holder is a process that has certainly ended; of none is it known where this is absent. */
  readonly hasEnded?: (holder: string) => boolean;
}

/** Says of each record of one lease, as it is read, whether this process may acquire the lease. */
export type LeaseObserver = (record: LeaseRecord) => boolean;

/** Observes one lease from now on, by a monotonic clock of this process. */
export const leaseObserver = (
  { holder: own, hasEnded }: LeaseHolder,
  takeoverAfterMs: number,
  now: () => number = () => performance.now(),
): LeaseObserver => {
  let last: { readonly epoch: number; readonly heartbeat: number; readonly since: number } | null = null;
  const hasExpired = ({ epoch, heartbeat }: LeaseRecord): boolean => {
    if (last?.epoch !== epoch || last.heartbeat !== heartbeat) last = { epoch, heartbeat, since: now() };
    return now() - last.since >= takeoverAfterMs;
  };
  return (record) => {
    const { holder } = record;
    // What this process holds by the record, and asks for again, it has given up.
    if (holder === null || holder === own || hasEnded?.(holder) === true) return true;
    return hasExpired(record);
  };
};
