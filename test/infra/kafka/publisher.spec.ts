import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import type { RecordedFact } from '../../../events/envelope.js';
import type { AddressedMessage } from '../../../infra/kafka/batch.js';
import { KafkaFault } from '../../../infra/kafka/fault.js';
import { kafkaPublisher, type KafkaPublisher, type PublisherParts } from '../../../infra/kafka/publisher.js';
import { settledOn } from '../../support/scheduling/settled-on.js';
import { until } from '../../support/scheduling/until.js';
import { messageOf, recorded, textOf } from '../../workers/support/log-of-facts.js';

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

describe('the publisher of Kafka', () => {
  const facts = Array.from({ length: 10 }, (_, revision) => recorded('deposit-1', revision));
  const texts = facts.map(textOf);
  const address = (fact: RecordedFact): AddressedMessage => ({
    topic: 't',
    message: { key: fact.stream, value: Buffer.from(textOf(fact)), headers: {} },
  });
  const opened: KafkaPublisher[] = [];
  const open = (parts: Partial<PublisherParts>): { publisher: KafkaPublisher; sent: string[][] } => {
    const sent: string[][] = [];
    const { send = () => Promise.resolve(), ...rest } = parts;
    const publisher = kafkaPublisher({
      address,
      log,
      retries: { firstMs: 1, capMs: 2 },
      send: async (batch) => {
        sent.push(batch.map(({ message }) => message.value.toString()));
        await send(batch);
      },
      findPublished: () => Promise.resolve({ newest: null, has: () => false }),
      ...rest,
    });
    opened.push(publisher);
    return { publisher, sent };
  };
  let clock: SinonFakeTimers | null = null;
  afterEach(() => clock?.restore());
  afterEach(() => Promise.all(opened.splice(0).map((publisher) => publisher.close())));
  const publishAll = (publisher: KafkaPublisher): Promise<unknown> =>
    Promise.all(facts.map((fact) => publisher.publish(fact)));

  it('sends one batch at a time, in the order of the calls', async () => {
    let underWay = 0;
    const { publisher, sent } = open({
      limits: { messages: 4, bytes: 1_000_000 },
      send: async () => {
        expect(++underWay).to.equal(1);
        await new Promise((resolve) => setImmediate(resolve));
        underWay--;
      },
    });
    await publishAll(publisher);
    expect(sent.flat()).to.deep.equal(texts);
    expect(Math.max(...sent.map((batch) => batch.length))).to.equal(4);
  });

  it('passes over what it finds published where it resumes, and keeps the order of the rest', async () => {
    const there = new Set(texts.filter((_, index) => [0, 1, 2, 4, 9].includes(index)));
    const newest = facts[9]!.position;
    const has = (_: unknown, { message }: AddressedMessage): boolean => there.has(message.value.toString());
    const { publisher, sent } = open({ findPublished: () => Promise.resolve({ newest, has }) });
    expect(await publisher.resume()).to.equal(newest);
    await publishAll(publisher);
    expect(sent.flat()).to.deep.equal(texts.filter((text) => !there.has(text)));
  });

  it('fills the next batch with what comes while many facts wait', async () => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let release = nothing;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { publisher, sent } = open({ send: () => (sent.length === 1 ? held : Promise.resolve()) });
    const many = Array.from({ length: 40 }, (_, index) => recorded('deposit-1', index));
    const first = publisher.publish(many[0]!);
    const waiting = many.slice(1, 21).map((fact) => publisher.publish(fact));
    release();
    await first;
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    const later = many.slice(21).map((fact) => publisher.publish(fact));
    await settledOn(clock, Promise.all([...waiting, ...later]));
    expect(sent.map((batch) => batch.length)).to.deep.equal([1, 39]);
  });

  it('keeps a batch below its size, and sends a message alone that is above it', async () => {
    const size = 90;
    const { publisher, sent } = open({ limits: { messages: 100, bytes: 2 * size } });
    const large = recorded('deposit-1', 0);
    const huge = { ...large, data: { text: 'x'.repeat(3 * size) } };
    await Promise.all([...facts.slice(0, 6), huge].map((fact) => publisher.publish(fact)));
    expect(Math.max(...sent.map((batch) => batch.length))).to.be.lessThan(6);
    expect(sent.at(-1)).to.deep.equal([huge.data.text]);
  });

  it('answers for a fact only once its batch was taken over', async () => {
    let release = nothing;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { publisher, sent } = open({ send: () => held });
    let answered = false;
    const published = publisher.publish(facts[0]!).then(() => (answered = true));
    await until('it was sent', () => sent.length === 1);
    expect([answered, publisher.waiting()]).to.deep.equal([false, 1]);
    release();
    await published;
    expect(publisher.waiting()).to.equal(0);
  });

  it('sends the same batch again until it is taken over, and nothing before it', async () => {
    let failures = 5;
    const { publisher, sent } = open({
      limits: { messages: 4, bytes: 1_000_000 },
      send: () =>
        failures-- > 0 ? Promise.reject(new KafkaFault('broker-unavailable', 'it is away')) : Promise.resolve(),
    });
    await publishAll(publisher);
    const repeated = sent.slice(0, 6);
    expect(new Set(repeated.map(String)).size).to.equal(1);
    expect([...repeated[0]!, ...sent.slice(6).flat()]).to.deep.equal(texts);
  });

  it('holds everything behind a fact that has no message yet, and tells of it', async () => {
    let unknown = 3;
    const complaints: string[] = [];
    const { publisher, sent } = open({
      limits: { messages: 4, bytes: 1_000_000 },
      log: { ...log, error: (message) => complaints.push(message) },
      address: (fact) => {
        if (fact === facts[4] && unknown-- > 0) throw new KafkaFault('fact-not-public', 'nobody knows it');
        return fact.revision % 2n === 0n ? address(fact) : Promise.resolve(address(fact));
      },
    });
    await publishAll(publisher);
    expect(sent.flat()).to.deep.equal(texts);
    expect(complaints).to.deep.equal(Array(3).fill('A fact cannot be published and holds up the facts after it'));
  });

  it('rejects what is left when it closes, and takes nothing more', async () => {
    const { publisher } = open({ send: () => Promise.reject(new KafkaFault('broker-unavailable', 'it is away')) });
    const left = publisher.publish(facts[0]!).catch(messageOf);
    await publisher.close();
    expect(await left).to.equal('the publisher is closed');
    expect(await publisher.publish(facts[1]!).catch(messageOf)).to.equal('the publisher is closed');
  });
});
