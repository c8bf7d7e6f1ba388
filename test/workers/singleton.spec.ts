import { expect } from 'chai';
import type { LeaseFact } from '../../events/lease.js';
import { EventStoreFault, type EventStore } from '../../events/store.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openCheckpoint } from '../../workers/checkpoint.js';
import { runSingleton, type Singleton } from '../../workers/singleton.js';
import { follow, type Follower } from '../../workers/follow.js';
import { platformFact } from '../../workers/platform-fact.js';
import { leaseTimes, type LeaseTimes } from '../../flow/lease/lease-times.js';
import { faulty } from '../support/faults/faulty.js';
import { until } from '../support/scheduling/until.js';
import type { ProcessIdentity } from '../../workers/platform-fact.js';
import { identityOf, note, openLog, silent, textOf } from './support/log-of-facts.js';

describe('a singleton, which one of several processes runs', () => {
  let events: EmbeddedEventStore;
  const singletons: Singleton[] = [];
  const heard: string[] = [];
  beforeEach(() => {
    events = openLog();
    heard.length = 0;
  });
  afterEach(async () => {
    await Promise.all(singletons.splice(0).map((singleton) => singleton.stop()));
    await events.close();
  });

  const reader = async (holder: string, log: EventStore): Promise<Follower> =>
    follow({
      name: 'reader',
      events: log,
      categories: ['deposit'],
      checkpoint: await openCheckpoint({
        name: 'relay',
        events: log,
        identity: identityOf(holder),
        log: silent,
        everyFacts: 1,
      }),
      take: (fact) => Promise.resolve(void heard.push(`${holder}: ${textOf(fact)}`)),
      log: silent,
    });
  interface SingletonOptions {
    readonly log?: EventStore;
    readonly open?: () => Promise<Follower>;
    readonly takeoverAfterMs?: number;
    readonly times?: LeaseTimes;
    readonly hasEnded?: ProcessIdentity['hasEnded'];
  }
  const stand = (holder: string, standing: SingletonOptions = {}): Singleton => {
    const { log = events, open, takeoverAfterMs = 300, times = leaseTimes(takeoverAfterMs), hasEnded } = standing;
    const singleton = runSingleton({
      name: 'reader',
      open: open ?? (() => reader(holder, log)),
      events: log,
      identity: identityOf(holder, hasEnded),
      log: silent,
      times,
    });
    singletons.push(singleton);
    return singleton;
  };
  const active = (): number => singletons.filter((singleton) => singleton.active()).length;
  const epochs = async (): Promise<number[]> => {
    const seen = new Set<number>();
    for await (const fact of events.read<LeaseFact>('lease-reader')) seen.add(fact.data.epoch);
    return [...seen];
  };

  it('is held by one, however many want it at the same moment', async () => {
    for (const holder of ['a', 'b', 'c', 'd', 'e']) stand(holder, { takeoverAfterMs: 60_000 });
    await until('somebody holds it', () => active() > 0);
    const position = await note(events, 'deposit-1', 'fact');
    await until('the fact was handled', () => singletons.some((singleton) => (singleton.handled() ?? '') >= position));
    expect(active()).to.equal(1);
    expect(heard).to.have.length(1);
    expect(await epochs()).to.deep.equal([1]);
  });

  it('passes to the next process immediately when its holder stops, long before the lease expires', async () => {
    const first = stand('first', { takeoverAfterMs: 12_000 });
    await until('the first holds it', () => first.active());
    await note(events, 'deposit-1', 'one');
    await until('the first heard of it', () => heard.length === 1);
    const second = stand('second', { takeoverAfterMs: 12_000 });
    await first.stop();
    await until('the second holds it', () => second.active());
    await note(events, 'deposit-1', 'two');
    await until('the second heard of it', () => heard.length === 2);
    expect(heard).to.deep.equal(['first: one', 'second: two']);
    expect(await epochs()).to.deep.equal([1, 2]);
  });

  it('passes to the next process when the holder sends no heartbeats, which stops before that by itself', async () => {
    let cut = false;
    const log = faulty<EventStore>(events, () => {
      if (cut) throw new EventStoreFault('store-unavailable', 'cut off');
    });
    const first = stand('first', { log });
    await until('the first holds it', () => first.active());
    const second = stand('second');
    cut = true;
    await until('the second holds it', () => second.active());
    expect(first.active()).to.equal(false);
    expect(await epochs()).to.deep.equal([1, 2]);
  });

  /** Nobody follows a silent holder within the time of a test. */
  const LONG = { takeoverAfterMs: 600_000, renewEveryMs: 20, giveUpAfterMs: 100 };

  it('is started again immediately by its holder, which gave it up while the log was unavailable', async () => {
    let cut = false;
    const log = faulty<EventStore>(events, () => {
      if (cut) throw new EventStoreFault('store-unavailable', 'cut off');
    });
    const only = stand('only', { log, times: LONG });
    await until('it is held', () => only.active());
    cut = true;
    await until('it is given up', () => !only.active());
    cut = false;
    await until('it is held again', () => only.active());
    await note(events, 'deposit-1', 'one');
    await until('its work goes on', () => heard.length === 1);
    expect(await epochs()).to.deep.equal([1, 2]);
  });

  it('is taken over immediately from a holder that is known to have ended, and from no other', async () => {
    const sign: LeaseFact = {
      type: 'LeaseRenewed',
      data: { name: 'reader', holder: 'killed', epoch: 7, at: '2026-11-21T06:00:00.0000000Z' },
    };
    await events.append('lease-reader', [platformFact(sign, identityOf('killed'))], 'none');
    const stranger = stand('stranger', { times: LONG, hasEnded: (holder) => holder === 'somebody else' });
    const next = stand('next', { times: LONG, hasEnded: (holder) => holder === 'killed' });
    await until('the next one holds it', () => next.active());
    expect(stranger.active()).to.equal(false);
    expect(await epochs()).to.deep.equal([7, 8]);
  });

  it('says why it is not held by a process that cannot take it up, and nothing while another one holds it', async () => {
    const broken = stand('broken', { open: () => Promise.reject(new Error('no room')), times: LONG });
    await until('it says so', () => broken.failing()?.cause === 'no room');
    const since = broken.failing()?.seconds ?? 0;
    await until('it counts from the first failure', () => (broken.failing()?.seconds ?? 0) > since);
    const working = stand('working', { times: LONG });
    await until('another one holds it', () => working.active());
    expect(working.failing()).to.equal(null);
    await until('standing by is no failure', () => broken.failing() === null);
  });

  it('says why it is not held while the log refuses what is appended', async () => {
    const log = faulty<EventStore>(events, ({ method }) => {
      if (method === 'append') throw new EventStoreFault('store-unavailable', 'no room');
    });
    const only = stand('only', { log, times: LONG });
    await until('it says so', () => only.failing()?.cause === 'no room');
  });

  it('is sought again when it could not be taken up', async () => {
    let attempts = 0;
    const singleton = stand('first', {
      open: () => (++attempts < 3 ? Promise.reject(new Error('not yet')) : reader('first', events)),
    });
    await until('it is held at last', () => singleton.active());
    expect(attempts).to.equal(3);
  });
});
