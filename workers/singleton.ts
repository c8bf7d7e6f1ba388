import { cause } from '../events/cause.js';
import type { Position } from '../events/envelope.js';
import type { HeldLease } from '../flow/lease/hold-lease.js';
import { workUnderLease } from '../flow/lease/work-under-lease.js';
import { settledWithin } from '../flow/settled-within.js';
import type { SharedRecords } from '../flow/shared-records.js';
import type { Follower } from './follow.js';
import type { Log } from './log.js';
import type { Presence } from './presence/presence.js';
import { recordLease } from './presence/record-lease.js';

/** The part of a follower that a singleton uses; `handled` is null for work that does not follow the log. */
export type SingletonRun = Pick<Follower, 'handled' | 'ended' | 'stop'>;

/** How long a stop waits for such work to end. */
const STOP_MS = 5_000;

/**
 * Begins work that does not follow the log, and answers it as a singleton runs it. The work is to end soon after its signal
 * aborts; `name` stands in the reason of that.
 */
export const beginWork = (name: string, work: (signal: AbortSignal) => Promise<void>): SingletonRun => {
  const stopped = new AbortController();
  const ended = work(stopped.signal);
  return {
    handled: () => null,
    ended,
    async stop() {
      stopped.abort(new Error(`${name} was stopped`));
      await settledWithin(ended, STOP_MS);
    },
  };
};

/** For how long, and why, work could not be started. */
export interface StartFailure {
  readonly seconds: number;
  readonly cause: string;
}

/** A follower that one process runs while others stand by. */
export interface Singleton {
  readonly name: string;
  /** Whether this process runs it now. */
  active(): boolean;
  /** For how long this process has failed to run it, and why; null while it runs here or in another process. */
  readonly failing: () => StartFailure | null;
  /** The position up to which this process has handled facts; null while it stands by. */
  handled(): Position | null;
  /** Stops it, if it runs here, and releases the lease. */
  stop(): Promise<void>;
}

export interface SingletonOptions {
  /** The name of its lease, too: the shared record `lease/<name>`. */
  readonly name: string;
  /** Starts the follower; called again each time this process acquires the lease. */
  readonly open: () => Promise<SingletonRun>;
  readonly records: SharedRecords;
  readonly presence: Presence;
  readonly log: Log;
}

/**
 * Runs one follower among any number of processes, in the one that holds the lease of its name. The follower's own
 * checkpoint is the fence against a former holder that was paused.
 */
export const runSingleton = (options: SingletonOptions): Singleton => {
  const { name, open, records, presence, log } = options;
  const stopped = new AbortController();
  let current: SingletonRun | null = null;
  let failure: { readonly since: number; readonly cause: string } | null = null;

  const work = async ({ epoch }: HeldLease, _: unknown, ended: Promise<void>): Promise<void> => {
    const follower = await open();
    current = follower;
    log.info('A singleton is started', { name, epoch });
    try {
      await Promise.race([follower.ended, ended]);
    } finally {
      current = null;
      await follower
        .stop()
        .catch((error: unknown) => log.warn('A singleton did not stop cleanly', { name, ...cause(error) }));
      log.info('A singleton is stopped', { name, epoch });
    }
    failure = null;
  };
  const working = workUnderLease(
    {
      store: recordLease(name, records, presence),
      liveness: presence,
      work,
      onStandby: () => {
        failure = null;
        return Promise.resolve();
      },
      onFault: (fault) => {
        failure = { since: failure?.since ?? performance.now(), cause: cause(fault).cause };
        log.warn('A singleton could not be run and is tried again', { name, ...cause(fault) });
      },
      onLeaseFault: (fault) => log.warn('A lease was not read or released', { name, ...cause(fault) }),
      onLost: (why) => log.warn('A lease is lost', { name, cause: why }),
    },
    stopped.signal,
  );
  return {
    name,
    active: () => current !== null,
    failing: () =>
      failure === null || current !== null
        ? null
        : { seconds: (performance.now() - failure.since) / 1_000, cause: failure.cause },
    handled: () => current?.handled() ?? null,
    async stop() {
      stopped.abort(new Error(`the singleton ${name} is stopped`));
      await working;
    },
  };
};
