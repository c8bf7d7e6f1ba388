import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import type { Delivery, EventStore, FeedOptions } from '../../../events/store.js';
import { EventStoreFault } from '../../../events/store.js';
import { condition } from '../../../flow/condition.js';
import type { CountedBatch } from '../../../projections/projector/log-portion.js';
import { sharedLog, type SharedLog } from '../../../projections/projector/shared-log.js';
import { until } from '../../support/scheduling/until.js';
import { recorded } from '../../workers/support/log-of-facts.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;

/** A log in memory of streams of two categories by turns, which counts its subscriptions. */
const logOf = (facts: number, undecodable: string | null = null) => {
  let head = facts;
  let subscriptions = 0;
  let delivered = 0;
  const open = new Set<object>();
  const grown = condition();
  const factAt = (position: number) => {
    const stream = position % 2 === 0 ? 'even-1' : 'odd-1';
    return { ...recorded(stream, position), id: `fact ${position}`, position: at(position) };
  };
  async function* subscribe({ after, categories }: FeedOptions, signal: AbortSignal): AsyncGenerator<Delivery> {
    const own = {};
    open.add(own);
    subscriptions += 1;
    try {
      for (let position = Number(after ?? 0) + 1; !signal.aborted; position++) {
        if (position > head) {
          yield { kind: 'caught-up', position: at(head) };
          await grown.wait({ signal });
          if (position > head) return;
        }
        const fact = factAt(position);
        const category = fact.stream.slice(0, -2);
        if (categories?.includes(category) === false) continue;
        if (category === undecodable) throw new EventStoreFault('fact-not-decodable', `position ${position}`);
        delivered += 1;
        yield { kind: 'fact', fact };
      }
    } finally {
      open.delete(own);
    }
  }
  return {
    events: { subscribe } as unknown as Pick<EventStore, 'subscribe'>,
    subscriptions: () => subscriptions,
    delivered: () => delivered,
    open: () => open.size,
    append: () => {
      head += 1;
      grown.notifyAll();
    },
  };
};

/** A reader that remembers the positions of what it is given. */
const readFrom = (log: SharedLog, after: number, categories = ['even', 'odd'], pace = () => Promise.resolve()) => {
  const over = new AbortController();
  const found: number[] = [];
  const state = { found, counted: 0, caughtUp: false, fault: null as unknown, stop: () => over.abort() };
  const take = (batch: CountedBatch<never>): void => {
    found.push(...batch.facts.map(({ position }) => Number(position)));
    for (const { facts } of batch.counts.values()) state.counted += facts;
    state.caughtUp ||= batch.caughtUp;
  };
  const read = async (): Promise<void> => {
    const reader = { after: after === 0 ? null : at(after), categories, signal: over.signal };
    for await (const batch of log.follow<never>(reader)) {
      take(batch);
      await pace();
    }
  };
  void read().catch((fault: unknown) => (state.fault = fault));
  return state;
};

const numbers = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_each, index) => from + index * step);

describe('a log that several readers share', () => {
  const open: { stop: () => void }[] = [];
  const keep = <T extends { stop: () => void }>(reader: T): T => {
    open.push(reader);
    return reader;
  };
  afterEach(() => open.splice(0).forEach(({ stop }) => stop()));

  it('is read once for readers that begin together, each of which gets its own categories', async () => {
    const log = logOf(1_000);
    const shared = sharedLog(log.events, ['even', 'odd']);
    const [all, odd] = [keep(readFrom(shared, 0)), keep(readFrom(shared, 0, ['odd']))];
    await until('both have caught up', () => all.caughtUp && odd.caughtUp);
    expect(all.found).to.deep.equal(numbers(1, 1_000));
    expect(odd.found).to.deep.equal(numbers(1, 999, 2));
    expect([all.counted, odd.counted]).to.deep.equal([1_000, 500]);
    expect([log.subscriptions(), log.delivered()]).to.deep.equal([1, 1_000]);
  });

  it('gives one that has read a part of it only what comes after', async () => {
    const log = logOf(1_000);
    const shared = sharedLog(log.events, ['even', 'odd']);
    const first = keep(readFrom(shared, 0));
    await until('the first has caught up', () => first.caughtUp);
    const second = keep(readFrom(shared, 601, ['odd']));
    await until('the second has caught up', () => second.caughtUp);
    expect(second.found).to.deep.equal(numbers(603, 999, 2));
    expect(second.counted).to.equal(second.found.length);
    expect(log.subscriptions()).to.equal(1);
  });

  it('is read together again by one that was far behind, once it has caught up', async () => {
    const log = logOf(50_000);
    const shared = sharedLog(log.events, ['even', 'odd']);
    const first = keep(readFrom(shared, 49_990));
    await until('the first has caught up', () => first.caughtUp);
    const second = keep(readFrom(shared, 0));
    await until('the second has caught up', () => second.caughtUp && log.open() === 1);
    expect(log.subscriptions()).to.equal(2);
    log.append();
    await until('both have the next fact', () => first.found.at(-1) === 50_001 && second.found.at(-1) === 50_001);
    expect(second.found).to.deep.equal(numbers(1, 50_001));
    expect(log.open()).to.equal(1);
  });

  it('loses nothing for a reader that is slower than others', async () => {
    const log = logOf(30_000);
    const shared = sharedLog(log.events, ['even', 'odd']);
    let turns = 0;
    const slowly = async (): Promise<void> => {
      for (const before = turns; turns < before + 5; turns++) await new Promise((resolve) => setImmediate(resolve));
    };
    const [slow, quick] = [keep(readFrom(shared, 0, ['odd'], slowly)), keep(readFrom(shared, 0))];
    await until('both have caught up', () => slow.caughtUp && quick.caughtUp);
    expect(slow.found).to.deep.equal(numbers(1, 29_999, 2));
    expect(quick.found).to.deep.equal(numbers(1, 30_000));
  });

  it('stops only the readers of a category with a fact that cannot be decoded', async () => {
    const log = logOf(10, 'even');
    const shared = sharedLog(log.events, ['even', 'odd']);
    const [all, odd] = [keep(readFrom(shared, 0)), keep(readFrom(shared, 0, ['odd']))];
    await until('each is where it can get to', () => all.fault !== null && odd.caughtUp);
    expect(all.fault).to.deep.include({ code: 'fact-not-decodable' });
    expect(odd.found).to.deep.equal([1, 3, 5, 7, 9]);
  });

  it('is not read any more when the last reader has left', async () => {
    const log = logOf(10);
    const reader = readFrom(sharedLog(log.events, ['even', 'odd']), 0);
    await until('it has caught up', () => reader.caughtUp);
    reader.stop();
    await until('the subscription has ended', () => log.open() === 0);
  });
});
