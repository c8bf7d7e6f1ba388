import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Message } from 'kafkajs';
import type { RecordedFact } from '../../../events/envelope.js';
import { EventStoreFault } from '../../../events/store.js';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { KafkaBroker } from '../../../infra/kafka/kafka.js';
import { publicMessage } from '../../../infra/kafka/message.js';
import { replayParked } from '../../../infra/kafka/replay.js';
import { openFacts } from '../../contracts/broker.contract.js';
import { until } from '../../support/scheduling/until.js';
import { contents, header, looking, NEEDS, newPrefix, openOn, sharedBroker } from './support/broker.js';
import { hearing, isComplete, recordTurns } from './support/facts.js';

describe(`messages that cannot be dealt with: ${NEEDS}`, () => {
  const brokers = sharedBroker() ?? [];
  let events: EmbeddedEventStore;
  let kafka: KafkaBroker;
  let prefix: string;
  let topic: string;

  before(function () {
    if (brokers.length === 0) this.skip();
  });
  beforeEach(async () => {
    events = openFacts();
    prefix = newPrefix();
    topic = `${prefix}.deposits.v1`;
    kafka = openOn(brokers, prefix);
    await kafka.ensureTopics();
  });
  afterEach(async () => {
    await kafka.close();
    await events.close();
  });

  /** Writes to the topic past the platform, all into one partition. */
  const inject = async (...messages: Message[]): Promise<void> => {
    const producer = looking(brokers).producer();
    await producer.connect();
    await producer.send({ topic, messages: messages.map((message) => ({ ...message, partition: 0 })) });
    await producer.disconnect();
  };
  const told = (fact: RecordedFact): Message => publicMessage(fact, 'main', '');
  const parked = (): ReturnType<typeof contents> => contents(brokers, `${topic}.dlq`);
  const parkedOnes = async (count: number): ReturnType<typeof contents> => {
    await until(`${count} were parked`, async () => (await parked()).length >= count);
    return parked();
  };

  it('parks what is no message of the platform, as it was and with where it was, and goes on behind it', async () => {
    const [fact] = await recordTurns(events, 1, 1);
    const { heard } = await hearing(kafka.listener(events), 'g');
    await inject({ key: 'k', value: Buffer.from([0, 255, 1]), headers: { from: 'elsewhere' } }, told(fact!));
    await until('the fact behind it was heard', () => isComplete(heard, 1, 1));
    const [message] = await parkedOnes(1);
    expect(message?.key?.toString()).to.equal('k');
    expect(message?.value).to.deep.equal(Buffer.from([0, 255, 1]));
    const names = ['from', 'parked_topic', 'parked_partition', 'parked_offset', 'parked_group', 'parked_attempts'];
    expect(names.map((name) => header(message!, name))).to.deep.equal([
      'elsewhere',
      topic,
      '0',
      '0',
      `${prefix}.g`,
      '1',
    ]);
    expect(header(message!, 'parked_reason')).to.equal('ce_id is missing');
  });

  it('lets nobody hear what the log does not say', async () => {
    const [fact] = await recordTurns(events, 1, 1);
    const heard: RecordedFact[] = [];
    await hearing(kafka.listener(events), 'g', (it) => {
      heard.push(it);
      return { done: true };
    });
    const invented = { ...fact!, stream: `deposit-${randomUUID()}` };
    const swapped = { ...fact!, id: randomUUID() };
    const rewritten = { ...told(fact!), value: JSON.stringify({ depositId: 'other', by: 'Mallory' }) };
    await inject(told(invented), told(swapped), rewritten);
    await until('the true fact was heard', () => heard.length > 0);
    expect(heard).to.deep.equal([fact]);
    expect((await parkedOnes(2)).map((message) => header(message, 'parked_reason'))).to.deep.equal([
      `put off 6 times: ${invented.stream} has no revision 0`,
      `revision 0 of ${fact!.stream} is another fact than the message says`,
    ]);
  });

  it('waits for an event store that is away for longer than any listener may put off', async () => {
    const facts = await recordTurns(events, 1, 2);
    let refusals = 10;
    const away: Pick<EmbeddedEventStore, 'read'> = {
      read: (stream, options) => {
        if (refusals-- > 0) throw new EventStoreFault('store-unavailable', 'it is away');
        return events.read(stream, options);
      },
    };
    const publisher = kafka.publisher(events);
    const { heard } = await hearing(kafka.listener(away), 'g');
    await Promise.all(facts.map((fact) => publisher.publish(fact)));
    await until('both were heard', () => isComplete(heard, 1, 2));
    expect(await parked()).to.deep.equal([]);
  });

  it('brings parked messages again to the group that parked them, once, when an operator replays them', async () => {
    const facts = await recordTurns(events, 1, 3);
    let broken = true;
    const [listener, publisher] = [kafka.listener(events), kafka.publisher(events)];
    const mending = await hearing(listener, 'mending', ({ revision }) =>
      broken && revision === 1n ? { park: 'not understood yet' } : { done: true },
    );
    const other = await hearing(listener, 'other');
    await Promise.all(facts.map((fact) => publisher.publish(fact)));
    const revisions = ({ heard }: typeof mending): number[] => [...heard.values()].flat();
    await until('both groups came to the end', () => [mending, other].every((it) => isComplete(it.heard, 1, 3)));
    await parkedOnes(1);
    broken = false;
    expect(await replayParked(looking(brokers), topic)).to.equal(1);
    await until('the parked one was heard', () => revisions(mending).includes(1));
    expect(await replayParked(looking(brokers), topic)).to.equal(0);
    await until('the other group has seen it pass', async () => (await kafka.lag()).every((lag) => lag.messages === 0));
    expect(revisions(mending)).to.deep.equal([0, 2, 1]);
    expect(revisions(other)).to.deep.equal([0, 1, 2]);
    expect(header((await contents(brokers, topic)).at(-1)!, 'ce_id')).to.equal(facts[1]!.id);
  });
});
