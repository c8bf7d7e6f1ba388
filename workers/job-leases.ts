import { cause } from '../events/cause.js';
import type { EventStore } from '../events/store.js';
import { holdLease, type HeldLease } from '../flow/lease/hold-lease.js';
import { leaseObserver, type LeaseObserver } from '../flow/lease/lease-observer.js';
import type { LeaseTimes } from '../flow/lease/lease-times.js';
import type { JobHold } from './job-kind.js';
import type { Log } from './log.js';
import type { ProcessIdentity } from './platform-fact.js';
import { streamLease } from './stream-lease.js';

/** What the job leases of one process use. */
export interface JobLeaseOptions {
  readonly events: EventStore;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  readonly times: LeaseTimes;
}

/**
 * The leases of jobs: the ledger records which process has a job and in which epoch, and the stream `lease-<jobId>`
 * holds the heartbeats of that process. Correctness does not depend on leases: the ledger's epoch is the fence.
 */
export class JobLeases {
  readonly #options: JobLeaseOptions;
  readonly #observers = new Map<string, LeaseObserver>();

  constructor(options: JobLeaseOptions) {
    this.#options = options;
  }

  /** Whether the lease of the job's holder has expired, so that this process may take the job over. */
  async mayTakeOver(jobId: string, { holder, epoch }: Extract<JobHold, { state: 'held' }>): Promise<boolean> {
    const { identity, times } = this.#options;
    const observer = this.#observers.get(jobId) ?? leaseObserver(identity, times.takeoverAfterMs);
    this.#observers.set(jobId, observer);
    if (holder === identity.holder || identity.hasEnded?.(holder) === true) return true;
    const last = await this.#storeOf(jobId).read();
    const isReleased = last.epoch === epoch && last.holder === null;
    return observer({ epoch, holder: isReleased ? null : holder, heartbeat: last.heartbeat });
  }

  /** Stops observing a job that was claimed or has ended. */
  forget(jobId: string): void {
    this.#observers.delete(jobId);
  }

  /** Renews the lease of a job that this process has claimed in the ledger. */
  hold(jobId: string, epoch: number): HeldLease {
    const { log, times } = this.#options;
    return holdLease({
      store: this.#storeOf(jobId),
      epoch,
      times,
      onFault: (fault) => log.warn('A lease was not renewed or released', { job: jobId, ...cause(fault) }),
      onLost: (why) => log.warn('A lease is lost', { job: jobId, cause: why }),
    });
  }

  #storeOf(jobId: string) {
    const { events, identity } = this.#options;
    return streamLease({ events, identity, name: jobId });
  }
}
