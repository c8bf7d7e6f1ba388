import { cause } from '../events/cause.js';
import { lastFact } from '../events/last-fact.js';
import type { LeaseFact } from '../events/lease.js';
import { RevisionConflict, type EventStore, type Expected } from '../events/store.js';
import { timestampOf } from '../events/time.js';
import { appendSurely } from './append-surely.js';
import type { Log } from './log.js';
import { pause } from '../flow/pause.js';
import { platformFact, type Identity } from './platform-fact.js';

/** The stream where the holder of a job gives its signs of life. */
export const leaseStream = (jobId: string): string => `lease-${jobId}`;

/**
 * A holder's signs of life. Nothing that must be right rests on them (the ledger's epoch does that): they only keep
 * two workers from doing the same work.
 */
export interface Lease {
  /** Aborts when the lease is lost: it could not be renewed for too long, or a later epoch holds it. */
  readonly lost: AbortSignal;
  /** Stops renewing; `undone` says in the log that another worker may take over at once. */
  release(undone?: boolean): Promise<void>;
}

/** The reason of an abort that tells a worker to leave everything as it is. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
  readonly code = 'lease-lost';
}

export interface LeaseTimes {
  /** How long a holder must have been silent; 0 where every other holder is known to be dead. */
  readonly takeoverAfterMs: number;
  readonly renewEveryMs: number;
  /** Without a renewal for so long the holder stops itself, well before anyone may take over. */
  readonly giveUpAfterMs: number;
}

/** The times that belong together, from the one that decides. */
export const leaseTimes = (takeoverAfterMs: number): LeaseTimes => ({
  takeoverAfterMs,
  renewEveryMs: takeoverAfterMs / 6,
  giveUpAfterMs: (takeoverAfterMs * 2) / 3,
});

export interface LeaseOptions extends Omit<LeaseTimes, 'takeoverAfterMs'> {
  readonly events: EventStore;
  readonly jobId: string;
  readonly epoch: number;
  readonly identity: Identity;
  readonly log: Log;
}

/** A last word is worth no more waiting than this: without it the lease runs out by itself. */
const LAST_WORD_MS = 2_000;

/** Renews at once and from then on regularly, until it is released or lost. */
export const holdLease = (options: LeaseOptions): Lease => {
  const { jobId, log, renewEveryMs, giveUpAfterMs } = options;
  const released = new AbortController();
  const lost = new AbortController();
  const over = AbortSignal.any([released.signal, lost.signal]);
  const lose = (why: string): void => {
    lost.abort(new LeaseLost(`the lease of ${jobId} is lost: ${why}`));
    log.warn('A lease is lost', { job: jobId, cause: why });
  };
  let deadline = setTimeout(lose, giveUpAfterMs, 'it was not renewed in time');
  const renewed = (begun: number): void => {
    clearTimeout(deadline);
    deadline = setTimeout(lose, giveUpAfterMs - (performance.now() - begun), 'it was not renewed in time');
  };
  const isOver = (): boolean => over.aborted;
  const keep = async (): Promise<void> => {
    let expected: Expected | undefined;
    while (!isOver()) {
      const begun = performance.now();
      try {
        const renewal = await give(options, 'LeaseRenewed', expected, over);
        if (renewal === 'overtaken') {
          lose('a later epoch holds it');
          return;
        }
        expected = renewal;
        renewed(begun);
      } catch (error) {
        if (isOver()) return;
        expected = undefined;
        log.warn('A lease was not renewed', { job: jobId, ...cause(error) });
      }
      await pause(renewEveryMs, over);
    }
  };
  const kept = keep().finally(() => clearTimeout(deadline));
  return {
    lost: lost.signal,
    async release(undone = false) {
      released.abort(new Error('the lease is released'));
      clearTimeout(deadline);
      await kept;
      if (!undone || lost.signal.aborted) return;
      await give(options, 'LeaseReleased', undefined, AbortSignal.timeout(LAST_WORD_MS)).catch((error: unknown) =>
        log.warn('A lease was left without a word', { job: jobId, ...cause(error) }),
      );
    },
  };
};

/** Appends one sign; answers the revision that the next one expects. */
const give = async (
  { events, jobId, epoch, identity }: LeaseOptions,
  type: LeaseFact['type'],
  known: Expected | undefined,
  signal: AbortSignal,
): Promise<bigint | 'overtaken'> => {
  const stream = leaseStream(jobId);
  const data = { name: jobId, holder: identity.holder, epoch, at: timestampOf(identity.now()) };
  const fact = platformFact<LeaseFact>({ type, data }, identity);
  let expected = known;
  for (;;) {
    if (expected === undefined) {
      const last = await lastFact<LeaseFact>(events, stream);
      if (last !== null && last.data.epoch > epoch) return 'overtaken';
      expected = last?.revision ?? 'none';
    }
    try {
      return (await appendSurely(events, { stream, facts: [fact], expected }, signal)).revision;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      expected = undefined;
    }
  }
};
