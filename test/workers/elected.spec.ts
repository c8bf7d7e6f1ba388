import { expect } from 'chai';
import type { LeaseFact } from '../../events/lease.js';
import { EventStoreFault, type EventStore } from '../../events/store.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openCheckpoint } from '../../workers/checkpoint.js';
import { elected, type Office } from '../../workers/elected.js';
import { follow, type Follower } from '../../workers/follow.js';
import { leaseTimes } from '../../workers/lease.js';
import { faulty } from '../support/faulty.js';
import { until } from '../support/until.js';
import { identityOf, note, openLog, silent, textOf } from './support/log-of-facts.js';

describe('an office that one of several processes holds', () => {
  let events: EmbeddedEventStore;
  const offices: Office[] = [];
  const heard: string[] = [];
  beforeEach(() => {
    events = openLog();
    heard.length = 0;
  });
  afterEach(async () => {
    await Promise.all(offices.splice(0).map((office) => office.stop()));
    await events.close();
  });

  const reader = async (holder: string, log: EventStore): Promise<Follower> =>
    follow({
      name: 'reader',
      events: log,
      categories: ['deposit'],
      checkpoint: await openCheckpoint({
        name: 'reader',
        events: log,
        identity: identityOf(holder),
        log: silent,
        everyFacts: 1,
      }),
      take: (fact) => Promise.resolve(void heard.push(`${holder}: ${textOf(fact)}`)),
      log: silent,
    });
  interface Standing {
    readonly log?: EventStore;
    readonly open?: () => Promise<Follower>;
    readonly takeoverAfterMs?: number;
  }
  const stand = (holder: string, { log = events, open, takeoverAfterMs = 300 }: Standing = {}): Office => {
    const office = elected({
      name: 'reader',
      open: open ?? (() => reader(holder, log)),
      events: log,
      identity: identityOf(holder),
      log: silent,
      times: leaseTimes(takeoverAfterMs),
    });
    offices.push(office);
    return office;
  };
  const active = (): number => offices.filter((office) => office.active()).length;
  const epochs = async (): Promise<number[]> => {
    const seen = new Set<number>();
    for await (const fact of events.read<LeaseFact>('lease-reader')) seen.add(fact.data.epoch);
    return [...seen];
  };

  it('is held by one, however many want it at the same moment', async () => {
    for (const holder of ['a', 'b', 'c', 'd', 'e']) stand(holder, { takeoverAfterMs: 60_000 });
    await until('somebody holds it', () => active() > 0);
    const position = await note(events, 'deposit-1', 'fact');
    await until('the fact was handled', () => offices.some((office) => (office.handled() ?? '') >= position));
    expect(active()).to.equal(1);
    expect(heard).to.have.length(1);
    expect(await epochs()).to.deep.equal([1]);
  });

  it('passes to the next one at once when its holder leaves, long before the lease would run out', async () => {
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

  it('passes to the next one when its holder falls silent, who stops before that by itself', async () => {
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

  it('is sought again when it could not be taken up', async () => {
    let attempts = 0;
    const office = stand('first', {
      open: () => (++attempts < 3 ? Promise.reject(new Error('not yet')) : reader('first', events)),
    });
    await until('it is held at last', () => office.active());
    expect(attempts).to.equal(3);
  });
});
