import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Services } from '../../../commands/core/services.js';
import { elected, type Office, type Term } from '../../../workers/elected.js';
import type { Follower } from '../../../workers/follow.js';
import { leaseTimes } from '../../../workers/lease.js';
import type { Log } from '../../../workers/log.js';
import type { Identity } from '../../../workers/platform-fact.js';
import type { Parts } from '../disposal-stack.js';
import type { LogReader } from '../serving/progress.js';

/** Keeps a follower running: in this process, or in one of several. */
export interface Offices {
  keep(name: string, open: () => Promise<Follower>): Promise<void>;
  /** The same for one that keeps its distance from the log, so that nobody waits for it. */
  keepDistant(name: string, open: () => Promise<Term>): Promise<void>;
  readonly readers: readonly LogReader[];
  /** Those to wait for, where this process alone has them; empty where others stand by. */
  readonly followers: readonly Follower[];
  /** Which of them ought to run in this process and does not, and why; null where nothing keeps one from it. */
  fault(): string | null;
}

/** What fails for less long may pass by itself. */
const PASSING_SECONDS = 10;

/** What an office rests on. */
export interface OfficeHolder {
  readonly services: Services;
  readonly identity: Identity;
  readonly log: Log;
  readonly takeoverMs: number;
  readonly parts: Parts;
}

/**
 * Who this process is among all that ever were. Its name says what it has locked: whoever had the same locked before has
 * ended, or the lock could not be held. A name is never used twice.
 */
export const identityOf = ({ producer, now }: Pick<Services, 'producer' | 'now'>, lock: string | null): Identity => {
  const own = `${hostname()}:${process.pid}:${randomUUID()}`;
  if (lock === null) return { holder: own, producer, now };
  const holder = `${own}:${lock}`;
  return { holder, hasEnded: (other) => other !== holder && other.endsWith(`:${lock}`), producer, now };
};

/** Where the log is open to this process alone, whoever else had an office is dead. */
export const ownOffices = ({ parts }: OfficeHolder): Offices => {
  const followers: Follower[] = [];
  const readers: LogReader[] = [];
  const run = async <T extends Term>(name: string, open: () => Promise<T>): Promise<T> =>
    parts.keep(name, await open(), (it) => it.stop());
  return {
    followers,
    readers,
    fault: () => null, // one that cannot be opened ends the start
    async keep(name, open) {
      const follower = await run(name, open);
      followers.push(follower);
      readers.push({ name, active: () => true, handled: () => follower.handled() });
    },
    async keepDistant(name, open) {
      await run(name, open);
    },
  };
};

/** At once, for each may wait for a log that is away. */
const stopAll = async (offices: readonly Office[]): Promise<void> => {
  await Promise.all(offices.map((office) => office.stop()));
};

/** Where processes share the log, one of them holds each office and the others stand by. */
export const sharedOffices = ({ services, identity, log, takeoverMs, parts }: OfficeHolder): Offices => {
  const readers: LogReader[] = [];
  const all: Office[] = [];
  const { events } = services;
  const times = leaseTimes(takeoverMs);
  const stand = (name: string, open: () => Promise<Term>): LogReader => {
    const office = elected({ name, open, events, identity, log, times });
    if (all.push(office) === 1) parts.keep('offices', all, stopAll);
    return office;
  };
  const faultOf = ({ name, failing }: Office): string | null => {
    const failure = failing();
    return failure === null || failure.seconds < PASSING_SECONDS ? null : `${name} does not run: ${failure.cause}`;
  };
  return {
    followers: [],
    readers,
    fault: () => all.map(faultOf).find((each) => each !== null) ?? null,
    keep: (name, open) => Promise.resolve(void readers.push(stand(name, open))),
    keepDistant: (name, open) => {
      stand(name, open);
      return Promise.resolve();
    },
  };
};
