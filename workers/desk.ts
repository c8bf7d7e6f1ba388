import { cause } from '../events/cause.js';
import { setMaxListeners } from 'node:events';
import type { EventStore } from '../events/store.js';
import { leaseWatch } from './lease-watch.js';
import { holdLease, type LeaseTimes } from './lease.js';
import type { Log } from './log.js';
import { pause } from '../flow/pause.js';
import { settledWithin } from '../flow/settled-within.js';
import { hasLeft, type Identity } from './platform-fact.js';

/** Who has a job, by the ledger that decides it. */
export type Holding =
  | { readonly state: 'free' }
  | { readonly state: 'held'; readonly holder: string; readonly epoch: number }
  | { readonly state: 'over' };

/** A kind of long work, as far as the desk needs to know it. */
export interface Trade<Job extends { readonly jobId: string }> {
  /** Jobs that may need work; the answer may lag behind, since the ledger decides. */
  claimable(): Promise<readonly Job[]>;
  holding(job: Job): Promise<Holding>;
  /** Claims a free job, or one whose holder is gone. Answers the epoch won; null when another worker was faster. */
  claim(job: Job, from: Holding): Promise<number | null>;
  /** Works the job until it has ended. When the signal aborts it stops at the next safe point, the job as it is. */
  work(job: Job, epoch: number, signal: AbortSignal): Promise<void>;
}

export interface DeskOptions<Job extends { readonly jobId: string }> extends Partial<LeaseTimes> {
  readonly trade: Trade<Job>;
  readonly events: EventStore;
  readonly identity: Identity;
  readonly log: Log;
  /** How many jobs are worked at once. */
  readonly slots?: number;
  /** How often the claimable jobs are looked through, whatever triggers came. */
  readonly scanEveryMs?: number;
}

/** Works jobs under leases, so many at once, on whichever process claims them first. */
export interface Desk<Job> {
  /** A job is there; without one, the claimable jobs are looked through. */
  wake(job?: Job): void;
  /** Resolves when nothing is in hand, waiting, or being looked for. */
  idle(): Promise<void>;
  /** Claims nothing more; lets work end for `graceMs`, then stops it at its next safe point and waits as long again. */
  stop(graceMs?: number): Promise<void>;
}

export const openDesk = <Job extends { readonly jobId: string }>(options: DeskOptions<Job>): Desk<Job> => {
  const { trade, events, identity, log } = options;
  const {
    slots = 2,
    takeoverAfterMs = 60_000,
    renewEveryMs = 10_000,
    giveUpAfterMs = 40_000,
    scanEveryMs = 30_000,
  } = options;
  const watch = leaseWatch(events, takeoverAfterMs);
  const closing = new AbortController();
  const halted = new AbortController();
  const waiting = new Map<string, Job>();
  const inHand = new Map<string, Promise<void>>();
  let scan: Promise<void> | null = null;
  let lookWished = false;

  const isMine = async (job: Job, holding: Holding): Promise<boolean> => {
    if (holding.state !== 'held' || hasLeft(identity, holding.holder)) return true;
    return watch.isSilent(job.jobId, holding.epoch);
  };
  /** What this process holds in the ledger but not in hand was given up by its worker, so it may be taken up again. */
  const serve = async (job: Job): Promise<void> => {
    const { jobId } = job;
    const holding = await trade.holding(job);
    if (holding.state === 'over') {
      watch.forget(jobId);
      return;
    }
    if (!(await isMine(job, holding))) return;
    const epoch = await trade.claim(job, holding);
    if (epoch === null) return;
    watch.forget(jobId);
    const lease = holdLease({ events, jobId, epoch, identity, log, renewEveryMs, giveUpAfterMs });
    const signal = AbortSignal.any([lease.lost, halted.signal]);
    setMaxListeners(0, signal); // work does many things at once, each of which may listen
    try {
      await trade.work(job, epoch, signal);
    } finally {
      await lease.release(halted.signal.aborted);
    }
  };
  const pump = (): void => {
    for (const [jobId, job] of waiting) {
      if (inHand.size >= slots) return;
      waiting.delete(jobId);
      if (inHand.has(jobId)) continue;
      const served = serve(job)
        .catch((error: unknown) =>
          log.error('A job could not be worked and is left for the next look', { job: jobId, ...cause(error) }),
        )
        .finally(() => {
          inHand.delete(jobId);
          pump();
        });
      inHand.set(jobId, served);
    }
  };
  const offer = (job: Job): void => {
    if (closing.signal.aborted || inHand.has(job.jobId)) return;
    waiting.set(job.jobId, job);
    pump();
  };
  const takeWish = (): boolean => {
    const wished = lookWished && !closing.signal.aborted;
    lookWished = false;
    return wished;
  };
  const lookThrough = async (): Promise<void> => {
    while (takeWish()) {
      try {
        for (const job of await trade.claimable()) offer(job);
      } catch (error) {
        log.warn('The claimable jobs could not be looked through', cause(error));
      }
    }
  };
  const look = (): void => {
    if (closing.signal.aborted) return;
    lookWished = true;
    scan ??= lookThrough().finally(() => (scan = null));
  };
  const lookNowAndThen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      look();
      await pause(scanEveryMs * (0.75 + Math.random() / 2), closing.signal);
    }
  };
  const looking = lookNowAndThen();
  const ended = async (): Promise<void> => {
    while (scan !== null || inHand.size > 0) await Promise.all([scan, ...inHand.values()]);
  };
  return {
    wake: (job) => (job === undefined ? look() : offer(job)),
    idle: ended,
    async stop(graceMs = 6_000) {
      closing.abort(new Error('the desk is closing'));
      waiting.clear();
      await looking;
      await settledWithin(ended(), graceMs);
      halted.abort(new Error('the platform is shutting down'));
      await settledWithin(ended(), graceMs);
    },
  };
};
