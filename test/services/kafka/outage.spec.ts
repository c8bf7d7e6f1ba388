import { expect } from 'chai';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import type { KafkaBroker } from '../../../infra/kafka/kafka.js';
import { openFacts } from '../../contracts/broker.contract.js';
import { until } from '../../support/scheduling/until.js';
import { messageOf } from '../../workers/support/log-of-facts.js';
import { contents, header, newPrefix, openOn } from './support/broker.js';
import { hearing, isComplete, recordTurns } from './support/facts.js';
import { NEEDS_OWN, ownBroker, type OwnBroker } from './support/own-broker.js';
import { orderFault, rewindFault } from './support/rewinds.js';

const STREAMS = 8;
const TURNS = 1_500;
const FIRST = 1_000;

describe(`outages of ${NEEDS_OWN}`, () => {
  let server: OwnBroker | undefined;
  let events: EmbeddedEventStore;
  let kafka: KafkaBroker;
  let prefix: string;

  before(async function () {
    const own = await ownBroker();
    if (own === null) this.skip();
    server = own;
  });
  after(() => server?.remove());
  const running = (): OwnBroker => {
    if (server === undefined) throw new Error('there is no broker');
    return server;
  };
  beforeEach(() => {
    events = openFacts();
    prefix = newPrefix();
    kafka = openOn(running().brokers, prefix);
  });
  afterEach(async () => {
    await kafka.close();
    await events.close();
  });

  it('takes facts and listeners before the broker is there, and serves them once it is', async () => {
    const publisher = kafka.publisher(events);
    const { heard } = await hearing(kafka.listener(events), 'early');
    const published = Promise.all((await recordTurns(events, 2, 3)).map((fact) => publisher.publish(fact)));
    await until('three connections were refused', () =>
      kafka.checkConnection().then(
        () => false,
        () => true,
      ),
    );
    expect(publisher.waiting()).to.equal(6);
    await running().start();
    await published;
    await until('all were heard', () => isComplete(heard, 2, 3));
  });

  it('loses nothing and keeps the order of each key when the broker is killed in the middle', async () => {
    await running().start();
    const publisher = kafka.publisher(events);
    const listener = kafka.listener(events);
    const { heard } = await hearing(listener, 'steady');
    const facts = await recordTurns(events, STREAMS, TURNS);
    let answered = 0;
    const publish = (some: typeof facts): Promise<unknown> =>
      Promise.all(some.map((fact) => publisher.publish(fact).then(() => answered++)));
    await publish(facts.slice(0, FIRST));
    await until('the listener is under way', () => heard.size === STREAMS);
    const rest = publish(facts.slice(FIRST));
    await until('some of the rest was answered for', () => answered > FIRST);
    await running().kill();
    expect(publisher.waiting()).to.be.greaterThan(0);
    await running().start();
    await rest;
    await until('all were heard', () => isComplete(heard, STREAMS, TURNS));
    for (const revisions of heard.values()) expect(orderFault(revisions, TURNS - 1)).to.equal(null);

    const written = new Map<string, number[]>();
    for (const message of await contents(running().brokers, `${prefix}.deposits.v1`)) {
      const source = header(message, 'ce_source');
      written.set(source, [...(written.get(source) ?? []), Number(header(message, 'ce_sequence'))]);
    }
    expect(written.size).to.equal(STREAMS);
    for (const revisions of written.values()) expect(rewindFault(revisions, TURNS - 1)).to.equal(null);
  });

  it('goes on where it was after a listener lost its broker with facts in hand', async () => {
    await running().start();
    const publisher = kafka.publisher(events);
    const facts = await recordTurns(events, 1, 20);
    let killed = false;
    const { heard } = await hearing(kafka.listener(events), 'interrupted', async (fact) => {
      if (fact.revision === 10n && !killed) {
        killed = true;
        await running().kill();
      }
      return { done: true };
    });
    await Promise.all(facts.map((fact) => publisher.publish(fact)));
    await until('the broker was killed', () => killed);
    await running().start();
    await until('all were heard', () => isComplete(heard, 1, 20));
    await Promise.all((await recordTurns(events, 1, 5)).map((fact) => publisher.publish(fact)));
    await until('what came after was heard', () => isComplete(new Map([...heard].slice(1)), 1, 5));
    for (const [index, revisions] of [...heard.values()].entries())
      expect(orderFault(revisions, index === 0 ? 19 : 4)).to.equal(null);
  });

  it('closes within its limit while the broker is away, and rejects what it could not hand over', async () => {
    await running().start();
    const publisher = kafka.publisher(events);
    const [first, second] = await recordTurns(events, 1, 2);
    await hearing(kafka.listener(events), 'leaving');
    await publisher.publish(first!);
    await running().kill();
    const left = publisher.publish(second!).catch(messageOf);
    await kafka.close();
    expect(await left).to.equal('the publisher is closed');
  });
});
