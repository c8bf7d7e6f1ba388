import { expect } from 'chai';
import type { CheckpointFact } from '../../events/lease.js';
import type { Position, RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { SharedRecords } from '../../flow/shared-records.js';
import { openSharedRecords, type EmbeddedSharedRecords } from '../../infra/embedded/shared-records.js';
import { listMarks, openCheckpoint } from '../../workers/checkpoint.js';
import { follow, type Follower } from '../../workers/follow.js';
import type { Log } from '../../workers/log.js';
import { platformFact } from '../support/facts/platform-fact.js';
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
  readonly reached?: SharedRecords;
  readonly holder?: string;
  readonly everyFacts?: number;
  readonly window?: number;
  readonly whenLost?: () => Promise<Position | null>;
}

describe('following the log', () => {
  let events: EmbeddedEventStore;
  let records: EmbeddedSharedRecords;
  beforeEach(() => {
    warned.length = 0;
    events = openLog();
    records = openSharedRecords(':memory:');
  });
  afterEach(async () => {
    await events.close();
    await records.close();
  });

  const warned: string[] = [];
  const heard: Log = { ...silent, warn: (message) => void warned.push(message) };

  const start = async (
    take: (fact: RecordedFact, signal: AbortSignal) => Promise<void>,
    {
      store,
      reached,
      holder = 'one',
      everyFacts = 500,
      window = 4,
      whenLost = () => Promise.resolve(null),
    }: Start = {},
  ): Promise<Follower> => {
    const checkpoint = await openCheckpoint({
      name: 'relay',
      records: reached ?? records,
      events: store ?? events,
      identity: identityOf(holder),
      log: heard,
      whenLost,
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
  const mark = async (): Promise<string | null> => (await listMarks(records))[0]?.value.position ?? null;
  const logCheckpoint = async (position: string): Promise<void> => {
    const data = { name: 'relay', position, holder: 'earlier' };
    const fact = platformFact<CheckpointFact>({ type: 'CheckpointReached', data }, identityOf('earlier'));
    await events.append('checkpoint-relay', [fact], 'any');
  };
  const NO_FACT = '18446744073709551615-18446744073709551615' as Position;

  it('begins anew, and says so, where its checkpoint is at a position that no fact can have', async () => {
    const position = await note(events, 'note-1', 'a');
    await records.write('mark/relay', { position: NO_FACT, holder: 'blind' }, null);
    const taken: string[] = [];
    const follower = await start((fact) => Promise.resolve(void taken.push(textOf(fact))), { holder: 'blind' });
    await follower.reached(position);
    await follower.stop();
    expect(taken).to.deep.equal(['a']);
    expect(warned).to.have.length(1);
    expect(warned[0]).to.contain('names a position that no fact can have');
    expect(await mark()).to.equal(position);
  });

  it('begins where an earlier version left a checkpoint in the log, and only once', async () => {
    const taken: string[] = [];
    const take = (fact: RecordedFact): Promise<void> => Promise.resolve(void taken.push(textOf(fact)));
    await logCheckpoint(await note(events, 'note-1', 'handled before'));
    for (const text of ['one', 'two']) {
      const position = await note(events, 'note-1', text);
      const follower = await start(take);
      await follower.reached(position);
      await follower.stop();
    }
    expect(taken).to.deep.equal(['one', 'two']);
  });

  it('begins, without a record, where its effects show that it was, if the log has an earlier checkpoint', async () => {
    const taken: string[] = [];
    await logCheckpoint(await note(events, 'note-1', 'long ago'));
    const shown = await note(events, 'note-1', 'shown');
    const position = await note(events, 'note-1', 'new');
    const take = (fact: RecordedFact): Promise<void> => Promise.resolve(void taken.push(textOf(fact)));
    const follower = await start(take, { whenLost: () => Promise.resolve(shown) });
    await follower.reached(position);
    await follower.stop();
    expect(taken).to.deep.equal(['new']);
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

  it('begins where its effects show that it was, but only where it remembered no place', async () => {
    const found = await note(events, 'note-1', 'found handled');
    const taken: string[] = [];
    const take = (fact: RecordedFact): Promise<void> => Promise.resolve(void taken.push(textOf(fact)));
    let asked = 0;
    const whenLost = (): Promise<Position> => {
      asked++;
      return Promise.resolve(found);
    };
    for (const text of ['one', 'two']) {
      const position = await note(events, 'note-1', text);
      const follower = await start(take, { whenLost });
      await follower.reached(position);
      await follower.stop();
    }
    expect(taken).to.deep.equal(['one', 'two']);
    expect(asked).to.equal(1);
  });

  it('writes nothing into the log', async () => {
    const position = await note(events, 'note-1', 'once');
    const follower = await start(() => Promise.resolve(), { everyFacts: 1 });
    await follower.reached(position);
    await until('the checkpoint is written', async () => (await mark()) === position);
    await follower.stop();
    expect(await events.head()).to.equal(position);
  });

  it('tells that a checkpoint is not written while the records refuse it, and writes it once it can', async () => {
    let isRefusing = true;
    const reached = faulty<SharedRecords>(records, ({ method }) => {
      if (isRefusing && method === 'write') throw new Error('no quorum');
    });
    const position = await note(events, 'note-1', 'once');
    const follower = await start(() => Promise.resolve(), { reached, everyFacts: 1 });
    await until('it is told', () => warned.includes('A checkpoint was not written'));
    isRefusing = false;
    await until('the checkpoint is written', async () => (await mark()) === position);
    await follower.stop();
  });

  it('goes on after a checkpoint whose answer was lost, and after the records were emptied', async () => {
    let isLosing = true;
    const reached = faulty<SharedRecords>(records, ({ method }, moment) => {
      if (isLosing && method === 'write' && moment === 'after') throw new Error('no answer');
    });
    const follower = await start(() => Promise.resolve(), { reached, everyFacts: 1 });
    const first = await note(events, 'note-1', 'one');
    await until('it is told', () => warned.includes('A checkpoint was not written'));
    isLosing = false;
    await until('the checkpoint is written', async () => (await mark()) === first);
    for (const { name, tag } of await records.list('')) await records.remove(name, tag);
    const second = await note(events, 'note-1', 'two');
    await until('the next one is written', async () => (await mark()) === second);
    await follower.stop();
  });

  it('ends at its next checkpoint when another of its name has come', async () => {
    const rivals = [
      await start(() => Promise.resolve(), { everyFacts: 1, holder: 'one' }),
      await start(() => Promise.resolve(), { everyFacts: 1, holder: 'other' }),
    ];
    const position = await note(events, 'note-1', 'fact');
    const loser = await Promise.race(rivals.map(({ ended }) => ended.catch((error: unknown) => error)));
    expect(loser).to.be.instanceOf(Error).with.property('message').that.includes('mark/relay');
    await Promise.all(rivals.map((rival) => rival.stop()));
    expect(await mark()).to.equal(position);
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
