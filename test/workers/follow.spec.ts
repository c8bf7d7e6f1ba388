import { expect } from 'chai';
import type { CheckpointFact } from '../../events/lease.js';
import type { RecordedFact } from '../../events/envelope.js';
import { EventStoreFault, type EventStore } from '../../events/store.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import { lastCheckpoint, openCheckpoint } from '../../workers/checkpoint.js';
import { follow, type Follower } from '../../workers/follow.js';
import type { Log } from '../../workers/log.js';
import { platformFact } from '../../workers/platform-fact.js';
import { faulty } from '../support/faults/faulty.js';
import { until } from '../support/scheduling/until.js';
import { identityOf, note, openLog, silent, textOf } from './support/log-of-facts.js';

/** A log whose subscriptions die after so many deliveries. */
const dying = (events: EventStore, after: number): EventStore => ({
  append: (stream, facts, expected) => events.append(stream, facts, expected),
  read: (stream, options) => events.read(stream, options),
  readAll: (options) => events.readAll(options),
  head: () => events.head(),
  newestAt: () => events.newestAt(),
  async *subscribe(options, signal) {
    let deliveries = 0;
    for await (const delivery of events.subscribe<never>(options, signal)) {
      if (++deliveries > after) throw new Error('the connection was reset');
      yield delivery;
    }
  },
});

interface Start {
  readonly store?: EventStore;
  readonly holder?: string;
  readonly everyFacts?: number;
  readonly window?: number;
}

describe('following the log', () => {
  let events: EmbeddedEventStore;
  beforeEach(() => {
    warned.length = 0;
    events = openLog();
  });
  afterEach(() => events.close());

  const warned: string[] = [];
  const heard: Log = { ...silent, warn: (message) => void warned.push(message) };

  const start = async (
    take: (fact: RecordedFact, signal: AbortSignal) => Promise<void>,
    { store, holder = 'one', everyFacts = 500, window = 4 }: Start = {},
  ): Promise<Follower> => {
    const checkpoint = await openCheckpoint({
      name: 'relay',
      events: store ?? events,
      identity: identityOf(holder),
      log: heard,
      everyFacts,
    });
    return follow({
      name: 'relay',
      events: store ?? events,
      categories: ['note'],
      checkpoint,
      take,
      log: silent,
      window,
    });
  };
  const checkpoints = async (): Promise<number> => {
    let count = 0;
    for await (const fact of events.read('checkpoint-relay')) count += fact.type === 'CheckpointReached' ? 1 : 0;
    return count;
  };

  it('begins anew, and says so, where its checkpoint is at a position that no fact can have', async () => {
    await note(events, 'note-1', 'a');
    const position = '18446744073709551615-18446744073709551615';
    const data = { name: 'relay', position, holder: 'blind' };
    const blind = platformFact<CheckpointFact>({ type: 'CheckpointReached', data }, identityOf('blind'));
    await events.append('checkpoint-relay', [blind], 'none');
    const taken: string[] = [];
    const follower = await start((fact) => Promise.resolve(void taken.push(textOf(fact))));
    await follower.reached((await events.head())!);
    await follower.stop();
    expect(taken).to.deep.equal(['a']);
    expect(warned).to.have.length(1);
    expect(warned[0]).to.contain('names a position that no fact can have');
    expect((await lastCheckpoint(events, 'relay')).position).to.match(/^0+1$/);
  });

  it('handles every fact of its categories once, in order, over any number of failed subscriptions', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => String(index));
    for (const text of texts) await note(events, `note-${Number(text) % 3}`, text);
    await note(events, 'other-1', 'not asked for');
    const taken: string[] = [];
    const follower = await start(
      (fact) => {
        taken.push(textOf(fact));
        return Promise.resolve();
      },
      { store: dying(events, 9) },
    );
    await follower.reached((await events.head())!);
    await follower.stop();
    expect(taken).to.deep.equal(texts);
  });

  it('goes back to the oldest fact that failed, and to no earlier one', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await note(events, 'note-1', text);
    const taken: string[] = [];
    let failures = 1;
    const follower = await start(async (fact) => {
      taken.push(textOf(fact));
      await Promise.resolve();
      if (textOf(fact) === 'b' && failures-- > 0) throw new Error('not now');
    });
    await follower.reached((await events.head())!);
    await follower.stop();
    const again = taken.lastIndexOf('b');
    expect(taken.filter((text) => text === 'a')).to.have.length(1);
    expect(taken.slice(again)).to.deep.equal(['b', 'c', 'd']);
  });

  it('reports no position as handled that is after a fact still being handled', async () => {
    const first = await note(events, 'note-1', 'slow');
    const second = await note(events, 'note-2', 'quick');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let quick = false;
    const follower = await start(async (fact) => {
      if (textOf(fact) === 'slow') await held;
      else quick = true;
    });
    await until('the quick fact is taken', () => quick);
    expect(follower.handled()).to.equal(null);
    release();
    await follower.reached(second);
    expect(follower.handled()! >= first).to.equal(true);
    await follower.stop();
  });

  it('lets any number of facts in hand listen for the end without a warning', async () => {
    const warnings: Error[] = [];
    const heed = (warning: Error): number => warnings.push(warning);
    process.on('warning', heed);
    for (let count = 0; count < 20; count++) await note(events, `note-${count}`, 'slow');
    let taken = 0;
    const follower = await start(
      (_, signal) => {
        taken++;
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
      { window: 100 },
    );
    await until('all are in hand', () => taken === 20);
    await follower.stop();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', heed);
    expect(warnings).to.deep.equal([]);
  });

  it('resumes after the place it remembered when it was stopped', async () => {
    await note(events, 'note-1', 'before');
    const taken: string[] = [];
    const take = (fact: RecordedFact): Promise<void> => Promise.resolve(void taken.push(textOf(fact)));
    const first = await start(take);
    await first.reached((await events.head())!);
    await first.stop();
    const position = await note(events, 'note-1', 'after');
    const second = await start(take);
    await second.reached(position);
    await second.stop();
    expect(taken).to.deep.equal(['before', 'after']);
  });

  it('writes no checkpoint for checkpoints', async () => {
    const position = await note(events, 'note-1', 'once');
    const follower = await start(() => Promise.resolve(), { everyFacts: 1 });
    await follower.reached(position);
    await until('the checkpoint is written', async () => (await checkpoints()) === 1);
    await follower.reached((await events.head())!);
    await follower.stop();
    expect(await checkpoints()).to.equal(1);
  });

  it('tells that a checkpoint is not written while the log refuses it, and writes it once it can', async () => {
    let isRefusing = true;
    const store = faulty<EventStore>(events, ({ method }) => {
      if (isRefusing && method === 'append') throw new EventStoreFault('store-unavailable', 'no quorum');
    });
    await note(events, 'note-1', 'once');
    const follower = await start(() => Promise.resolve(), { store, everyFacts: 1 });
    await until('it is told', () => warned.includes('A checkpoint was not written'));
    isRefusing = false;
    await until('the checkpoint is written', async () => (await checkpoints()) === 1);
    await follower.stop();
  });

  it('ends at its next checkpoint when another of its name has come', async () => {
    const rivals = [
      await start(() => Promise.resolve(), { everyFacts: 1, holder: 'one' }),
      await start(() => Promise.resolve(), { everyFacts: 1, holder: 'other' }),
    ];
    await note(events, 'note-1', 'fact');
    const loser = await Promise.race(rivals.map(({ ended }) => ended.catch((error: unknown) => error)));
    expect(loser).to.be.instanceOf(Error).with.property('message').that.includes('checkpoint-relay');
    await Promise.all(rivals.map((rival) => rival.stop()));
    expect(await checkpoints()).to.equal(1);
  });

  it('stops with facts in hand, which come again at the next start', async () => {
    await note(events, 'note-1', 'unfinished');
    let taken = 0;
    const take = (_: RecordedFact, signal: AbortSignal): Promise<void> => {
      taken++;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    };
    const first = await start(take);
    await until('the fact is taken', () => taken === 1);
    await first.stop();
    const second = await start(take);
    await until('the fact is taken again', () => taken === 2);
    await second.stop();
  });
});
