import { expect } from 'chai';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { SharedRecords } from '../../../flow/shared-records.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import type { KafkaBroker } from '../../../infra/kafka/kafka.js';
import type { FactPublisher } from '../../../workers/fact-publisher.js';
import type { Follower } from '../../../workers/follow.js';
import { relay } from '../../../workers/relay.js';
import { openFacts } from '../../contracts/broker.contract.js';
import { until } from '../../support/scheduling/until.js';
import { identityOf, silent } from '../../workers/support/log-of-facts.js';
import { seenBy, type Mortal } from '../../workers/support/losable-place.js';
import { contents, header, NEEDS, newPrefix, openOn, sharedBroker } from './support/broker.js';
import { recordTurns } from './support/facts.js';
import { rewindFault } from './support/rewinds.js';

const STREAMS = 5;
const TURNS = 100;

describe(`the relay: ${NEEDS}`, () => {
  const brokers = sharedBroker() ?? [];
  let events: EmbeddedEventStore;
  let kafka: KafkaBroker;
  let records: SharedRecords;
  let prefix: string;

  before(function () {
    if (brokers.length === 0) this.skip();
  });
  beforeEach(() => {
    events = openFacts();
    records = openSharedRecords(':memory:');
    prefix = newPrefix();
    kafka = openOn(brokers, prefix);
  });
  afterEach(async () => {
    await kafka.close();
    await events.close();
  });

  const start = (publisher: FactPublisher, holder: string) =>
    relay({ events, records, publisher, identity: identityOf(holder), log: silent });
  const written = async (): Promise<Map<string, number[]>> => {
    const streams = new Map<string, number[]>();
    for (const message of await contents(brokers, `${prefix}.deposits.v1`)) {
      const source = header(message, 'ce_source');
      streams.set(source, [...(streams.get(source) ?? []), Number(header(message, 'ce_sequence'))]);
    }
    return streams;
  };

  it('repeats only as a rewind what was sent but not remembered when it stopped', async () => {
    await recordTurns(events, STREAMS, TURNS);
    const publisher = kafka.publisher(events);
    let sent = 0;
    const forgetful: FactPublisher = {
      ...publisher,
      publish: async (fact) => {
        await publisher.publish(fact);
        if (++sent > (STREAMS * TURNS) / 3) await new Promise(() => undefined); // dies before it hears of it
      },
    };
    const first = await start(forgetful, 'one');
    await until('all were sent', () => sent === STREAMS * TURNS);
    await first.stop();
    const second = await start(publisher, 'two');
    await second.reached((await events.head())!);
    await second.stop();
    const streams = await written();
    expect(streams.size).to.equal(STREAMS);
    for (const revisions of streams.values()) {
      expect(rewindFault(revisions, TURNS - 1)).to.equal(null);
      expect(revisions.length).to.be.greaterThan(TURNS);
    }
  });

  it('finds its place in the topics where it was lost while facts flow, and repeats nothing of what was sent', async () => {
    let place = 0;
    const begin = async (holder: string): Promise<{ life: Mortal; follower: Follower; end: () => Promise<void> }> => {
      const life: Mortal = { isDead: false };
      const publisher = kafka.publisher(events);
      const seen = seenBy(records, life, () => place);
      const follower = await relay({ events, records: seen, publisher, identity: identityOf(holder), log: silent });
      const end = async (): Promise<void> => {
        await Promise.allSettled([follower.stop(), publisher.close()]);
      };
      return { life, follower, end };
    };
    const first = await begin('one');
    await recordTurns(events, STREAMS, TURNS);
    await first.follower.reached((await events.head())!);
    const recording = recordTurns(events, STREAMS, TURNS);
    first.life.isDead = true;
    place++;
    await first.end();
    const second = await begin('two');
    await recording;
    await second.follower.reached((await events.head())!);
    await second.end();
    const streams = await written();
    expect(streams.size).to.equal(2 * STREAMS);
    for (const revisions of streams.values()) expect(revisions).to.deep.equal([...Array(TURNS).keys()]);
  });

  it('leaves every message in the order of the log when two relays are at work for a moment', async () => {
    await recordTurns(events, STREAMS, TURNS);
    const other = openOn(brokers, prefix);
    const zombie = await start(kafka.publisher(events), 'zombie');
    const heir = await start(other.publisher(events), 'heir');
    const head = (await events.head())!;
    await Promise.any([zombie.reached(head), heir.reached(head)]);
    await Promise.allSettled([zombie.stop(), heir.stop()]);
    await Promise.all([kafka.close(), other.close()]);
    for (const revisions of (await written()).values()) {
      const firsts = revisions.filter((revision, index) => revisions.indexOf(revision) === index);
      expect(firsts).to.deep.equal([...firsts.keys()]);
      expect(firsts.length).to.equal(TURNS);
    }
  });
});
