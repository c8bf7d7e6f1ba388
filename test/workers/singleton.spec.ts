import { expect } from 'chai';
import type { EventStore } from '../../events/store.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openCheckpoint } from '../../workers/checkpoint.js';
import { runSingleton, type Singleton } from '../../workers/singleton.js';
import { follow, type Follower } from '../../workers/follow.js';
import { heartbeatTimes, type HeartbeatTimes } from '../../flow/lease/heartbeat-times.js';
import type { SharedRecords } from '../../flow/shared-records.js';
import { openSharedRecords, type EmbeddedSharedRecords } from '../../infra/embedded/shared-records.js';
import { present } from './support/present.js';
import { faulty } from '../support/faults/faulty.js';
import { until } from '../support/scheduling/until.js';
import type { ProcessIdentity } from '../../workers/presence/process-identity.js';
import { identityOf, note, openLog, silent, textOf } from './support/log-of-facts.js';

describe('a singleton, which one of several processes runs', () => {
  let events: EmbeddedEventStore;
  let records: EmbeddedSharedRecords;
  const singletons: Singleton[] = [];
  const heard: string[] = [];
  beforeEach(() => {
    events = openLog();
    records = openSharedRecords(':memory:');
    heard.length = 0;
  });
  afterEach(async () => {
    await Promise.all(singletons.splice(0).map((singleton) => singleton.stop()));
    await events.close();
    await records.close();
  });

  const reader = async (holder: string, log: EventStore): Promise<Follower> =>
    follow({
      name: 'reader',
      events: log,
      categories: ['deposit'],
      checkpoint: await openCheckpoint({
        name: 'relay',
        records,
        events: log,
        identity: identityOf(holder),
        log: silent,
        whenLost: () => Promise.resolve(null),
        everyFacts: 1,
      }),
      take: (fact) => Promise.resolve(void heard.push(`${holder}: ${textOf(fact)}`)),
      log: silent,
    });
  interface SingletonOptions {
    readonly reached?: SharedRecords;
    readonly open?: () => Promise<Follower>;
    readonly times?: HeartbeatTimes;
    readonly hasEnded?: ProcessIdentity['hasEnded'];
  }
  const stand = (holder: string, standing: SingletonOptions = {}): Singleton => {
    const { reached = records, open, times = heartbeatTimes(300), hasEnded } = standing;
    const presence = present(holder, { records: reached, times, identity: identityOf(holder, hasEnded) });
    const singleton = runSingleton({
      name: 'reader',
      open: open ?? (() => reader(holder, events)),
      records: reached,
      presence,
      log: silent,
    });
    const stop = async (): Promise<void> => {
      await singleton.stop();
      await presence.leave();
    };
    const stood = { ...singleton, stop };
    singletons.push(stood);
    return stood;
  };
  /** Nobody gives up because the machine is busy. */
  const PATIENT = { ...heartbeatTimes(1_500), giveUpAfterMs: 40_000, takeoverAfterMs: 60_000 };
  const active = (): number => singletons.filter((singleton) => singleton.active()).length;
  const epoch = async (): Promise<number> =>
    ((await records.read('lease/reader'))!.value as { readonly epoch: number }).epoch;

  it('is held by one, however many want it at the same moment', async () => {
    for (const holder of ['a', 'b', 'c', 'd', 'e']) stand(holder, { times: PATIENT });
    await until('somebody holds it', () => active() > 0);
    const position = await note(events, 'deposit-1', 'fact');
    await until('the fact was handled', () => singletons.some((singleton) => (singleton.handled() ?? '') >= position));
    expect(active()).to.equal(1);
    expect(heard).to.have.length(1);
    expect(await epoch()).to.equal(1);
  });

  it('passes to the next process immediately when its holder stops, long before the lease expires', async () => {
    const first = stand('first', { times: PATIENT });
    await until('the first holds it', () => first.active());
    await note(events, 'deposit-1', 'one');
    await until('the first heard of it', () => heard.length === 1);
    const second = stand('second', { times: PATIENT });
    await first.stop();
    await until('the second holds it', () => second.active());
    await note(events, 'deposit-1', 'two');
    await until('the second heard of it', () => heard.length === 2);
    expect(heard).to.deep.equal(['first: one', 'second: two']);
    expect(await epoch()).to.equal(2);
  });

  it('passes to the next process when the holder sends no heartbeats, which stops before that by itself', async () => {
    let cut = false;
    const reached = faulty<SharedRecords>(records, () => {
      if (cut) throw new Error('cut off');
    });
    const first = stand('first', { reached });
    await until('the first holds it', () => first.active());
    const second = stand('second');
    cut = true;
    await until('the second holds it', () => second.active());
    expect(first.active()).to.equal(false);
    expect(await epoch()).to.equal(2);
  });

  /** Nobody follows a silent holder within the time of a test. */
  const LONG = { ...heartbeatTimes(300), takeoverAfterMs: 600_000 };

  it('is started again immediately by its holder, which gave it up while the records were unavailable', async () => {
    let cut = false;
    const reached = faulty<SharedRecords>(records, () => {
      if (cut) throw new Error('cut off');
    });
    const only = stand('only', { reached, times: LONG });
    await until('it is held', () => only.active());
    cut = true;
    await until('it is given up', () => !only.active());
    cut = false;
    await until('it is held again', () => only.active());
    await note(events, 'deposit-1', 'one');
    await until('its work goes on', () => heard.length === 1);
    expect(await epoch()).to.equal(2);
  });

  it('is taken over immediately from a holder that is known to have ended, and from no other', async () => {
    await records.write('lease/reader', { epoch: 7, holder: 'killed' }, null);
    const stranger = stand('stranger', { times: LONG, hasEnded: (holder) => holder === 'somebody else' });
    const next = stand('next', { times: LONG, hasEnded: (holder) => holder === 'killed' });
    await until('the next one holds it', () => next.active());
    expect(stranger.active()).to.equal(false);
    expect(await epoch()).to.equal(8);
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

  it('says why it is not held while the records refuse its lease', async () => {
    const reached = faulty<SharedRecords>(records, ({ method, args }) => {
      if (method === 'write' && args[0] === 'lease/reader') throw new Error('no room');
    });
    const only = stand('only', { reached, times: LONG });
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
