import { expect } from 'chai';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { KafkaBroker } from '../../../infra/kafka/kafka.js';
import { openFacts } from '../../contracts/broker.contract.js';
import { until } from '../../support/scheduling/until.js';
import { contents, header, looking, NEEDS, newPrefix, openOn, PARTITIONS, sharedBroker } from './support/broker.js';
import { hearing, isComplete, recordTurns } from './support/facts.js';

/** Below the time after which a silent broker is a fault of readiness. */
const SOON_MS = 25_000;

describe(`topics that are deleted while the platform runs: ${NEEDS}`, () => {
  const brokers = sharedBroker() ?? [];
  let events: EmbeddedEventStore;
  let prefix: string;
  let topic: string;
  const opened: KafkaBroker[] = [];
  const open = (): KafkaBroker => {
    const kafka = openOn(brokers, prefix);
    opened.push(kafka);
    return kafka;
  };

  before(function () {
    if (brokers.length === 0) this.skip();
  });
  beforeEach(() => {
    events = openFacts();
    prefix = newPrefix();
    topic = `${prefix}.deposits.v1`;
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((kafka) => kafka.close()));
    await events.close();
  });

  const asking = async <T>(ask: (admin: ReturnType<ReturnType<typeof looking>['admin']>) => Promise<T>): Promise<T> => {
    const admin = looking(brokers).admin();
    await admin.connect();
    return ask(admin).finally(() => admin.disconnect());
  };
  const ours = async (): Promise<string[]> =>
    (await asking((admin) => admin.listTopics())).filter((name) => name.startsWith(prefix));
  const remove = (topics: string[]): Promise<void> => asking((admin) => admin.deleteTopics({ topics }));

  /** The broker takes messages for a topic for another moment after its deletion was answered. */
  const removeWholly = async (topics: string[]): Promise<void> => {
    await remove(topics);
    const isGone = async (): Promise<boolean> => !(await ours()).some((name) => topics.includes(name));
    await until('the topics are gone', isGone, SOON_MS);
  };

  it('makes them again for a fact that is to be published, without another relay', async () => {
    const publisher = open().publisher(events);
    const [first, second] = [await recordTurns(events, 1, 20), await recordTurns(events, 1, 3)];
    await Promise.all(first.map((fact) => publisher.publish(fact)));
    await removeWholly(await ours());
    await Promise.all(second.map((fact) => publisher.publish(fact)));
    const revisions = (await contents(brokers, topic)).map((message) => Number(header(message, 'ce_sequence')));
    expect(revisions).to.deep.equal([0, 1, 2]);
  });

  it('makes them again for a listener alone, which hears the next facts from their beginning', async () => {
    const [relaying, importing] = [open(), open()];
    const publisher = relaying.publisher(events);
    const { heard } = await hearing(importing.listener(events), 'g');
    const first = await recordTurns(events, 1, 20);
    await Promise.all(first.map((fact) => publisher.publish(fact)));
    await until('the first facts were heard', () => isComplete(heard, 1, 20));
    const names = await ours();
    await remove(names);
    await until('the topics were made', async () => (await ours()).length === names.length, SOON_MS);
    expect(importing.healthy()).to.equal(true);
    const partitions = async (): Promise<number | undefined> =>
      (await asking((admin) => admin.fetchTopicMetadata({ topics: [topic] }))).topics[0]?.partitions.length;
    await until('the topic has its partitions', async () => (await partitions()) === PARTITIONS, SOON_MS);
    heard.clear();
    const second = await recordTurns(events, 1, 3);
    await Promise.all(second.map((fact) => publisher.publish(fact)));
    await until('the next facts were heard', () => isComplete(heard, 1, 3), SOON_MS);
    expect([...heard.values()]).to.deep.equal([[0, 1, 2]]);
  });

  it('makes the topic of parked messages again for a message that is to be parked', async () => {
    const kafka = open();
    const publisher = kafka.publisher(events);
    const { heard } = await hearing(kafka.listener(events), 'g', ({ revision }) =>
      revision === 1n ? { park: 'not understood' } : { done: true },
    );
    const facts = await recordTurns(events, 1, 3);
    await publisher.publish(facts[0]!);
    await until('the first fact was heard', () => heard.size === 1);
    await removeWholly([`${topic}.dlq`]);
    await Promise.all(facts.slice(1).map((fact) => publisher.publish(fact)));
    await until('the fact behind the parked one was heard', () => isComplete(heard, 1, 3), SOON_MS);
    expect((await contents(brokers, `${topic}.dlq`)).map((message) => header(message, 'parked_reason'))).to.deep.equal([
      'not understood',
    ]);
  });
});
