import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { DepositFact } from '../../events/deposit.js';
import type { Fact, NewFact, RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { openEventStore, type EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { FactListener, Verdict } from '../../workers/fact-listener.js';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import { platformFact } from '../support/facts/platform-fact.js';
import { until } from '../support/scheduling/until.js';
import { identityOf, messageOf } from '../workers/support/log-of-facts.js';

/** A broker between a log and its listeners, that puts a fact off for milliseconds and three times at most. */
export interface BrokerUnderTest {
  readonly publisher: Pick<FactPublisher, 'publish'>;
  readonly listener: FactListener;
  /** What was parked so far: the group as the broker calls it, the fact and the reason. */
  parked(): Promise<readonly { group: string; fact: string; reason: string }[]>;
  close(): Promise<void>;
}

export const ATTEMPTS = 3;

type LockFact = Extract<DepositFact, { type: 'DepositLocked' }>;
type UnlockFact = Extract<DepositFact, { type: 'DepositUnlocked' }>;

const at = '2026-03-04T05:06:07.8901234Z';
const who = identityOf('test');
const locked = (depositId: string): NewFact<LockFact> =>
  platformFact<LockFact>({ type: 'DepositLocked', data: { depositId, by: 'Maja Lind', at } }, who);
const unlocked = (depositId: string): NewFact<UnlockFact> =>
  platformFact<UnlockFact>(
    { type: 'DepositUnlocked', data: { depositId, from: 'Ona Rask', by: 'Maja Lind', at } },
    who,
  );

const readAll = async (facts: AsyncIterable<RecordedFact>): Promise<RecordedFact[]> => {
  const all: RecordedFact[] = [];
  for await (const fact of facts) all.push(fact);
  return all;
};

/** Appends facts to a stream and answers them as they are recorded. */
export const record = async (
  events: EventStore,
  stream: string,
  facts: readonly NewFact[],
): Promise<RecordedFact[]> => {
  const before = await readAll(events.read(stream));
  await events.append(stream, facts, before.at(-1)?.revision ?? 'none');
  return readAll(events.read(stream, { from: BigInt(before.length) }));
};

export const openFacts = (): EmbeddedEventStore => openEventStore(':memory:', createCodec(catalogue));

/** What every broker promises to relay and workers. */
export const brokerContract = (name: string, open: (events: EventStore) => Promise<BrokerUnderTest>): void => {
  describe(`broker contract: ${name}`, () => {
    let events: EmbeddedEventStore;
    let broker: BrokerUnderTest;
    beforeEach(async () => {
      events = openFacts();
      broker = await open(events);
    });
    afterEach(async () => {
      await broker.close();
      await events.close();
    });

    const deposit = async (count: number, make: (id: string) => NewFact = locked): Promise<RecordedFact[]> => {
      const id = randomUUID();
      return record(
        events,
        `deposit-${id}`,
        Array.from({ length: count }, () => make(id)),
      );
    };
    const publish = (facts: readonly RecordedFact[]): Promise<unknown> =>
      Promise.all(facts.map((fact) => broker.publisher.publish(fact)));
    const ids = (facts: readonly RecordedFact[]): string[] => facts.map(({ id }) => id);
    const listen = async (
      answer: (fact: RecordedFact) => Verdict | Promise<Verdict>,
      group = `g${randomUUID()}`,
    ): Promise<string> => {
      await broker.listener.listen<Fact>({ group, topics: ['deposit'], types: ['DepositLocked'] }, async (fact) =>
        answer(fact),
      );
      return group;
    };
    /** A listener that notes what it hears, each fact once and in the order in which it first came. */
    const listening = async (answer: (fact: RecordedFact) => Verdict = () => ({ done: true })): Promise<string[]> => {
      const heard: string[] = [];
      await listen((fact) => {
        const verdict = answer(fact);
        if ('done' in verdict && !heard.includes(fact.id)) heard.push(fact.id);
        return verdict;
      });
      return heard;
    };
    const heardAll = (heard: readonly string[], facts: readonly RecordedFact[]): Promise<void> =>
      until('every fact was heard', () => heard.length >= facts.length);

    it('brings every group the facts of its topics and types as they were recorded, and nothing else', async () => {
      const heard: RecordedFact[] = [];
      await listen((fact) => {
        heard.push(fact);
        return { done: true };
      });
      const other = await listening();
      const wanted = await deposit(1);
      await Promise.all([publish(await deposit(1, unlocked)), publish(wanted)]);
      await heardAll(other, wanted);
      await until('the second group heard it too', () => heard.length > 0);
      expect(heard[0]).to.deep.equal(wanted[0]);
      expect(other).to.deep.equal(ids(wanted));
    });

    it('keeps the order of each stream, without being waited for between publishes', async () => {
      const heard = await listening();
      const streams = await Promise.all([deposit(40), deposit(40), deposit(40)]);
      const interleaved = streams[0].flatMap((_, index) => streams.map((facts) => facts[index]!));
      await publish(interleaved);
      await heardAll(heard, interleaved);
      for (const facts of streams) {
        const own = ids(facts);
        expect(heard.filter((id) => own.includes(id))).to.deep.equal(own);
      }
    });

    it('takes facts a second time, as a relay after a crash hands them over', async () => {
      const heard = await listening();
      const facts = await deposit(4);
      await publish(facts.slice(0, 3));
      await publish(facts);
      await heardAll(heard, facts);
      expect(heard).to.deep.equal(ids(facts));
    });

    it('brings a fact again that was put off, before the later ones of its stream', async () => {
      let away = ATTEMPTS - 1;
      const facts = await deposit(3);
      const heard = await listening((fact) =>
        fact.id === facts[0]?.id && away-- > 0 ? { later: 'not now' } : { done: true },
      );
      await publish(facts);
      await heardAll(heard, facts);
      expect(heard).to.deep.equal(ids(facts));
    });

    it('parks a fact that its listener gives up, and goes on with the stream', async () => {
      const facts = await deposit(2);
      const heard: string[] = [];
      const group = await listen(({ id }) => {
        if (id === facts[0]?.id) return { park: 'it makes no sense' };
        heard.push(id);
        return { done: true };
      });
      await publish(facts);
      await until('the second fact was heard', () => heard.length > 0);
      const [parked] = await broker.parked();
      expect(parked).to.include({ fact: facts[0]?.id, reason: 'it makes no sense' });
      expect(parked?.group).to.include(group);
    });

    it('parks a fact at which its listener throws each time, and goes on with the stream', async () => {
      const facts = await deposit(2);
      const heard: string[] = [];
      await listen(({ id }) => {
        if (id === facts[0]?.id) throw new Error('broken listener');
        heard.push(id);
        return { done: true };
      });
      await publish(facts);
      await until('the second fact was heard', () => heard.length > 0);
      const [parked] = await broker.parked();
      expect(parked?.fact).to.equal(facts[0]?.id);
      expect(parked?.reason).to.equal(`put off ${ATTEMPTS} times: Error: broken listener`);
    });

    it('needs nobody to publish again what it has answered for', async () => {
      const heard = await listening();
      const facts = await deposit(5);
      for (const fact of facts) await broker.publisher.publish(fact);
      await heardAll(heard, facts);
      expect(heard).to.deep.equal(ids(facts));
    });

    it('gives a group to one listener of a process at a time', async () => {
      const group = `g${randomUUID()}`;
      const interest = { group, topics: ['deposit'], types: ['DepositLocked'] } as const;
      const handle = (): Promise<Verdict> => Promise.resolve({ done: true });
      const first = await broker.listener.listen(interest, handle);
      expect(await broker.listener.listen(interest, handle).catch(messageOf)).to.include(`'${group}'`);
      await first[Symbol.asyncDispose]();
      await broker.listener.listen(interest, handle);
    });
  });
};
