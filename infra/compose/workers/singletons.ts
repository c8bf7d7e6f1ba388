import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { runSingleton, type Singleton, type SingletonRun } from '../../../workers/singleton.js';
import type { Follower } from '../../../workers/follow.js';
import { leaseTimes } from '../../../flow/lease/lease-times.js';
import type { Log } from '../../../workers/log.js';
import type { ProcessIdentity } from '../../../workers/platform-fact.js';
import type { ProcessParts } from '../process/process-parts.js';
import type { LogReader } from '../process/progress.js';

/** Keeps a follower running: in this process, or in one of several. */
export interface Singletons {
  run(name: string, open: () => Promise<Follower>): Promise<void>;
  /** The same for a follower with a delay, for which `settle` does not wait. */
  runDelayed(name: string, open: () => Promise<SingletonRun>): Promise<void>;
  /**
   * The same for a follower that may work on one fact for hours: `settle` waits for it, but it is no reader that must not
   * fall behind.
   */
  runLong(name: string, open: () => Promise<Follower>): Promise<void>;
  readonly readers: readonly LogReader[];
  /** The followers to wait for, where only this process runs them; empty where others stand by. */
  readonly followers: readonly Follower[];
  /** Which of them this process fails to run, and why; null where there is none. */
  fault(): string | null;
}

/** A shorter failure is not reported, since it may be transient. */
const TRANSIENT_SECONDS = 10;

/** What singletons and workers use. */
export interface WorkerParts extends Pick<ProcessParts, 'dependencies' | 'identity' | 'takeoverMs' | 'disposal'> {
  readonly log: Log;
}

/**
 * The identity of this process, unique among all that ever ran. Its name contains the name of its lock: an earlier
 * process with the same lock has ended, since only one process can hold it.
 */
export const identityOf = (
  { producer, now }: Pick<Dependencies, 'producer' | 'now'>,
  lock: string | null,
): ProcessIdentity => {
  const own = `${hostname()}:${process.pid}:${randomUUID()}`;
  if (lock === null) return { holder: own, producer, now };
  const holder = `${own}:${lock}`;
  return { holder, hasEnded: (other) => other !== holder && other.endsWith(`:${lock}`), producer, now };
};

/** For a log that only this process has open: no other process is running. */
export const ownSingletons = ({ disposal }: WorkerParts): Singletons => {
  const followers: Follower[] = [];
  const readers: LogReader[] = [];
  const run = async <T extends SingletonRun>(name: string, open: () => Promise<T>): Promise<T> =>
    disposal.keep(name, await open(), (it) => it.stop());
  return {
    followers,
    readers,
    fault: () => null, // a failure to open one ends the start
    async run(name, open) {
      const follower = await run(name, open);
      followers.push(follower);
      readers.push({ name, active: () => true, handled: () => follower.handled() });
    },
    async runDelayed(name, open) {
      await run(name, open);
    },
    async runLong(name, open) {
      followers.push(await run(name, open));
    },
  };
};

/** Stops them concurrently, since each may wait for an unavailable log. */
const stopAll = async (singletons: readonly Singleton[]): Promise<void> => {
  await Promise.all(singletons.map((singleton) => singleton.stop()));
};

/** Where processes share the log, one of them runs each singleton and the others stand by. */
export const sharedSingletons = ({ dependencies, identity, log, takeoverMs, disposal }: WorkerParts): Singletons => {
  const readers: LogReader[] = [];
  const all: Singleton[] = [];
  const { events } = dependencies;
  const times = leaseTimes(takeoverMs);
  const stand = (name: string, open: () => Promise<SingletonRun>): LogReader => {
    const singleton = runSingleton({ name, open, events, identity, log, times });
    if (all.push(singleton) === 1) disposal.keep('singletons', all, stopAll);
    return singleton;
  };
  const standby = (name: string, open: () => Promise<SingletonRun>): Promise<void> => {
    stand(name, open);
    return Promise.resolve();
  };
  const faultOf = ({ name, failing }: Singleton): string | null => {
    const failure = failing();
    return failure === null || failure.seconds < TRANSIENT_SECONDS ? null : `${name} does not run: ${failure.cause}`;
  };
  return {
    followers: [],
    readers,
    fault: () => all.map(faultOf).find((each) => each !== null) ?? null,
    run: (name, open) => Promise.resolve(void readers.push(stand(name, open))),
    runDelayed: standby,
    runLong: standby,
  };
};
