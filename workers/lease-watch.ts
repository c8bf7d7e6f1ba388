import { lastFact } from '../events/last-fact.js';
import type { LeaseFact } from '../events/lease.js';
import type { EventStore } from '../events/store.js';
import { leaseStream } from './lease.js';

/**
 * Judges the leases of others by this process's own monotonic clock: what counts is how long it has itself seen no new
 * sign of life, never what anyone's wall clock wrote.
 */
export interface LeaseWatch {
  /** Looks, and says whether the holder of this epoch left, or has been silent for long enough to be taken over from. */
  isSilent(jobId: string, epoch: number): Promise<boolean>;
  forget(jobId: string): void;
}

export const leaseWatch = (events: EventStore, takeoverAfterMs: number): LeaseWatch => {
  const seen = new Map<string, { readonly sign: string; readonly since: number }>();
  return {
    async isSilent(jobId, epoch) {
      const last = await lastFact<LeaseFact>(events, leaseStream(jobId));
      if (last?.type === 'LeaseReleased' && last.data.epoch === epoch) return true;
      const sign = `${epoch}:${last?.revision ?? 'none'}`;
      const before = seen.get(jobId);
      const since = before?.sign === sign ? before.since : performance.now();
      seen.set(jobId, { sign, since });
      return performance.now() - since >= takeoverAfterMs;
    },
    forget: (jobId) => void seen.delete(jobId),
  };
};
