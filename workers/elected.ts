import { cause } from '../events/cause.js';
import type { Position } from '../events/envelope.js';
import { lastFact } from '../events/last-fact.js';
import type { LeaseFact } from '../events/lease.js';
import { RevisionConflict, type EventStore } from '../events/store.js';
import { timestampOf } from '../events/time.js';
import { appendSurely } from './append-surely.js';
import type { Follower } from './follow.js';
import { leaseWatch } from './lease-watch.js';
import { holdLease, leaseStream, type LeaseTimes } from './lease.js';
import type { Log } from './log.js';
import { backOffMs } from '../flow/back-off.js';
import { pause } from '../flow/pause.js';
import { hasLeft, platformFact, type Identity } from './platform-fact.js';

/** What of a follower an office needs; `handled` is null where it does not keep up with the log. */
export type Term = Pick<Follower, 'handled' | 'ended' | 'stop'>;

/** Work that ought to run and does not. */
export interface Failing {
  readonly seconds: number;
  readonly cause: string;
}

/** A follower that one process runs while the others of its name stand by. */
export interface Office {
  readonly name: string;
  /** Whether this process holds it now. */
  active(): boolean;
  /** For how long this process has tried in vain to run it, and why; null while it runs here or is another's. */
  readonly failing: () => Failing | null;
  /** How far this process has come in it; null while it stands by. */
  handled(): Position | null;
  /** Leaves the office, if it is held, to whoever stands by. */
  stop(): Promise<void>;
}

export interface OfficeOptions {
  readonly name: string;
  /** Takes the office up; called again for each term of it. */
  readonly open: () => Promise<Term>;
  readonly events: EventStore;
  readonly identity: Identity;
  readonly log: Log;
  readonly times: LeaseTimes;
}

const RETRIES = { firstMs: 200, capMs: 10_000 };
/** How often those who stand by look, at least; a holder that leaves with a word is followed within this time. */
const LOOK_EVERY_MS = 2_000;

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Keeps one follower of a name running among any number of processes. Who gives the first sign of a new epoch holds the
 * office; it keeps it by its lease, and the follower's own checkpoint is the fence behind a holder that wakes up late.
 */
export const elected = (options: OfficeOptions): Office => {
  const { name, open, events, identity, log, times } = options;
  const watch = leaseWatch(events, times.takeoverAfterMs);
  const stopped = new AbortController();
  let current: Term | null = null;
  let failure: { readonly since: number; readonly cause: string } | null = null;
  const lookEveryMs = Math.min(LOOK_EVERY_MS, times.renewEveryMs);

  /** The epoch that this process may now serve; null while another one serves. */
  const win = async (): Promise<number | null> => {
    const last = await lastFact<LeaseFact>(events, leaseStream(name));
    if (last !== null && !hasLeft(identity, last.data.holder) && !(await watch.isSilent(name, last.data.epoch))) {
      return null;
    }
    const epoch = (last?.data.epoch ?? 0) + 1;
    const data = { name, holder: identity.holder, epoch, at: timestampOf(identity.now()) };
    const facts = [platformFact<LeaseFact>({ type: 'LeaseRenewed', data }, identity)];
    const expected = last?.revision ?? 'none';
    try {
      await appendSurely(events, { stream: leaseStream(name), facts, expected }, stopped.signal);
      return epoch;
    } catch (error) {
      if (error instanceof RevisionConflict) return null;
      throw error;
    }
  };
  const serve = async (epoch: number): Promise<void> => {
    const { renewEveryMs, giveUpAfterMs } = times;
    const lease = holdLease({ events, jobId: name, epoch, identity, log, renewEveryMs, giveUpAfterMs });
    try {
      const follower = await open();
      current = follower;
      log.info('An office is taken up', { name, epoch });
      await Promise.race([follower.ended, aborted(lease.lost), aborted(stopped.signal)]);
    } finally {
      const left = current;
      current = null;
      await left?.stop().catch((error: unknown) => log.warn('An office did not end well', { name, ...cause(error) }));
      await lease.release(true);
      log.info('An office is left', { name, epoch });
    }
  };
  const isOver = (): boolean => stopped.signal.aborted;
  const run = async (): Promise<void> => {
    for (let failures = 0; !isOver();) {
      try {
        const epoch = await win();
        if (epoch === null) await pause(lookEveryMs * (0.75 + Math.random() / 2), stopped.signal);
        else await serve(epoch);
        failures = 0;
        failure = null;
      } catch (error) {
        if (isOver()) return;
        failure = { since: failure?.since ?? performance.now(), cause: cause(error).cause };
        log.warn('An office could not be held and is sought again', { name, ...cause(error) });
        await pause(backOffMs(failures++, RETRIES), stopped.signal);
      }
    }
  };
  const ended = run();
  return {
    name,
    active: () => current !== null,
    failing: () =>
      failure === null || current !== null
        ? null
        : { seconds: (performance.now() - failure.since) / 1_000, cause: failure.cause },
    handled: () => current?.handled() ?? null,
    async stop() {
      stopped.abort(new Error(`the office ${name} is left`));
      await ended;
    },
  };
};
