import { expect } from 'chai';
import kafkajs from 'kafkajs';
import type { RecordedFact } from '../../../events/envelope.js';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { KafkaBroker } from '../../../infra/kafka/kafka.js';
import type { Lag } from '../../../infra/kafka/lag.js';
import { openFacts } from '../../contracts/broker.contract.js';
import { until } from '../../support/scheduling/until.js';
import { looking, NEEDS, newPrefix, openOn, PARTITIONS, sharedBroker } from './support/broker.js';
import { hearing, isComplete, recordTurns } from './support/facts.js';
import { orderFault } from './support/rewinds.js';

const STREAMS = 24;
const TURNS = 60;

describe(`groups and topics: ${NEEDS}`, () => {
  const brokers = sharedBroker() ?? [];
  let events: EmbeddedEventStore;
  let prefix: string;
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
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((kafka) => kafka.close()));
    await events.close();
  });

  const publish = async (kafka: KafkaBroker, facts: readonly RecordedFact[]): Promise<void> => {
    const publisher = kafka.publisher(events);
    await Promise.all(facts.map((fact) => publisher.publish(fact)));
  };
  const members = async (): Promise<number> => {
    const admin = looking(brokers).admin();
    await admin.connect();
    const { groups } = await admin.describeGroups([`${prefix}.shared`]).finally(() => admin.disconnect());
    return groups[0]?.state === 'Stable' ? groups[0].members.length : 0;
  };

  it('lets a second process of a group join and the first one leave without losing or overtaking a fact', async () => {
    const publisher = open().publisher(events);
    const facts = await recordTurns(events, STREAMS, TURNS);
    const heard = new Map<string, number[]>();
    const [first, second] = [open(), open()];
    let byFirst = 0;
    let bySecond = 0;
    await hearing(first.listener(events), 'shared', () => (byFirst++, { done: true }), heard);
    const third = facts.length / 3;
    await Promise.all(facts.slice(0, third).map((fact) => publisher.publish(fact)));
    await until('the first hears', () => byFirst > 0);
    await hearing(second.listener(events), 'shared', () => (bySecond++, { done: true }), heard);
    await until('both are members', async () => (await members()) === 2);
    await Promise.all(facts.slice(third, 2 * third).map((fact) => publisher.publish(fact)));
    await until('the second hears', () => bySecond > 0);
    await first.close();
    await Promise.all(facts.slice(2 * third).map((fact) => publisher.publish(fact)));
    await until('all were heard', () => isComplete(heard, STREAMS, TURNS));
    for (const revisions of heard.values()) expect(orderFault(revisions, TURNS - 1)).to.equal(null);
  });

  it('takes up in the next process where the one before had committed', async () => {
    const [before, after] = [open(), open()];
    const facts = await recordTurns(events, 2, 10);
    const earlier = await hearing(before.listener(events), 'shared');
    await publish(before, facts);
    await until('all were heard', () => isComplete(earlier.heard, 2, 10));
    await before.close();
    const later = await hearing(after.listener(events), 'shared');
    const more = await recordTurns(events, 1, 5);
    await publish(after, more);
    await until('the new ones were heard', () => isComplete(later.heard, 1, 5));
  });

  it('makes its topics with what was asked for, once, whoever comes first', async () => {
    const rivals = [open(), open(), open()];
    await Promise.all(rivals.map((kafka) => kafka.ensureTopics()));
    const admin = looking(brokers).admin();
    await admin.connect();
    const names = ['archival-groups', 'containers', 'deposits', 'import-jobs', 'pipeline-runs'].map(
      (name) => `${prefix}.${name}.v1`,
    );
    const { topics } = await admin.fetchTopicMetadata({ topics: names });
    const { resources } = await admin
      .describeConfigs({
        includeSynonyms: false,
        resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: names[0]! }],
      })
      .finally(() => admin.disconnect());
    expect(topics.map(({ partitions }) => partitions.length)).to.deep.equal(names.map(() => PARTITIONS));
    const valueOf = (name: string): string | undefined =>
      resources[0]?.configEntries.find(({ configName }) => configName === name)?.configValue;
    expect(valueOf('cleanup.policy')).to.equal('delete');
    expect(valueOf('retention.ms')).to.equal(String(30 * 24 * 60 * 60 * 1000));
  });

  it('says how far a group is behind, and that it is well', async () => {
    const kafka = open();
    const facts = await recordTurns(events, 3, 4);
    let free = false;
    const { heard } = await hearing(kafka.listener(events), 'shared', () =>
      free ? { done: true } : { later: 'not yet' },
    );
    await publish(kafka, facts);
    const lag = { group: `${prefix}.shared`, topic: `${prefix}.deposits.v1`, messages: facts.length };
    const lags = (): Promise<readonly Lag[]> => kafka.lag().catch(() => []); // new partitions may have no leader yet
    await until('the lag is told', async () => (await lags()).length > 0);
    expect(await kafka.lag()).to.deep.equal([lag]);
    free = true;
    await until('all were heard', () => isComplete(heard, 3, 4));
    await until('nothing is left', async () => (await lags())[0]?.messages === 0);
    expect(kafka.healthy()).to.equal(true);
    await kafka.checkConnection();
  });
});
