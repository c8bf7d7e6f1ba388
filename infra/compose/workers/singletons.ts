import { runSingleton, type Singleton, type SingletonRun } from '../../../workers/singleton.js';
import type { Follower } from '../../../workers/follow.js';
import type { Log } from '../../../workers/log.js';
import type { ProcessParts } from '../process/process-parts.js';
import type { LogReader } from '../process/progress.js';

/** Keeps a follower running: in this process, or in one of several. */
export interface Singletons {
  run(name: string, open: () => Promise<Follower>): Promise<void>;
  /** The same for a follower with a delay, for which `settle` does not wait. */
  runDelayed(name: string, open: () => Promise<SingletonRun>): Promise<void>;
  readonly readers: readonly LogReader[];
  /** The followers to wait for, where only this process runs them; empty where others stand by. */
  readonly followers: readonly Follower[];
  /** Which of them this process fails to run, and why; null where there is none. */
  fault(): string | null;
}

/** A shorter failure is not reported, since it may be transient. */
const TRANSIENT_SECONDS = 10;

/** What singletons and workers use. */
export interface WorkerParts extends Pick<
  ProcessParts,
  'dependencies' | 'records' | 'identity' | 'presence' | 'takeoverMs' | 'disposal'
> {
  readonly log: Log;
}

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
  };
};

/** Stops them concurrently, since each may wait for an unavailable log. */
const stopAll = async (singletons: readonly Singleton[]): Promise<void> => {
  await Promise.all(singletons.map((singleton) => singleton.stop()));
};

/** Where processes share the log, one of them runs each singleton and the others stand by. */
export const sharedSingletons = ({ records, presence, log, disposal }: WorkerParts): Singletons => {
  const readers: LogReader[] = [];
  const all: Singleton[] = [];
  const stand = (name: string, open: () => Promise<SingletonRun>): LogReader => {
    const singleton = runSingleton({ name, open, records, presence, log });
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
  };
};
