import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { DepositFact } from '../../events/deposit.js';
import type { EmbeddedEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import type { Follower } from '../../workers/follow.js';
import { platformFact } from '../support/facts/platform-fact.js';
import { relay } from '../../workers/relay.js';
import { openFacts } from '../contracts/broker.contract.js';
import { orderFault } from '../services/kafka/support/rewinds.js';
import { atDepth } from '../support/random/depth.js';
import { openedForEach } from '../support/platform/opened.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import { SEED } from '../support/random/seed.js';
import { identityOf, silent } from './support/log-of-facts.js';
import { seenBy, type Mortal } from './support/losable-place.js';
import { topicInMemory } from './support/topics-in-memory.js';

type LockFact = Extract<DepositFact, { type: 'DepositLocked' }>;

const STREAMS = 12;
const LIVES = 4 + atDepth(6);
/** Facts of a stream that are recorded during a life. */
const AT_ONCE = 50;
/** What a relay may repeat that has lost its place. */
const WINDOW = 2_000;

describe('a relay that has lost its place', () => {
  const events = openedForEach(openFacts);
  const records = openedForEach(() => openSharedRecords(':memory:'));

  /** A log, a topic, and relays between them that come and die by chance. */
  const openModel = (log: EmbeddedEventStore, random: () => number) => {
    const topic = topicInMemory(random);
    // Always the same, so that each partition has some of them.
    const ids = Array.from({ length: STREAMS }, (_, index) => `deposit ${index}`);
    let recorded = 0;
    let place = 0;
    const record = async (): Promise<void> => {
      for (const depositId of ids) {
        const data = { depositId, by: 'Maja Lind', at: '2026-03-04T05:06:07.8901234Z' };
        const facts = Array.from({ length: AT_ONCE }, () =>
          platformFact<LockFact>({ type: 'DepositLocked', data }, identityOf('test')),
        );
        await log.append(`deposit-${depositId}`, facts, recorded === 0 ? 'none' : BigInt(recorded - 1));
      }
      recorded += AT_ONCE;
    };
    const begin = async (): Promise<{ life: Mortal; follower: Follower; end: () => Promise<unknown> }> => {
      const life: Mortal = { isDead: false };
      const publisher = topic.publisher(log, life);
      const seen = seenBy(records, life, () => place);
      const identity = identityOf(randomUUID());
      const follower = await relay({ events: log, records: seen, publisher, identity, log: silent });
      follower.ended.catch(() => undefined);
      return { life, follower, end: () => Promise.allSettled([follower.stop(), publisher.close()]) };
    };
    return { topic, record, begin, losePlace: () => void place++, recorded: () => recorded };
  };

  it(`loses and reorders nothing, however often relays die or work two at once (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    const { topic, record, begin, losePlace, recorded } = openModel(events, random);
    const running: Awaited<ReturnType<typeof begin>>[] = [];
    const ending: Promise<unknown>[] = [];
    for (let count = 0; count < LIVES; count++) {
      running.push(await begin());
      const recording = record();
      for (let turns = Math.floor(random() * 60); turns > 0; turns--) await turn();
      await recording;
      if (random() < 0.2) topic.expire(Math.floor(random() * 3));
      if (random() < 0.5) losePlace();
      for (const { life, end } of running.splice(0, random() < 0.3 ? 0 : running.length)) {
        life.isDead = random() < 0.8;
        ending.push(end());
      }
    }
    ending.push(...running.map(({ end }) => end()));
    await Promise.all(ending);
    losePlace();
    const last = await begin();
    await last.follower.reached((await events.head())!);
    await last.end();
    const streams = topic.revisions();
    expect(streams.size).to.equal(STREAMS);
    for (const [stream, revisions] of streams)
      expect(orderFault(revisions, recorded() - 1), `${stream}: ${revisions.join(' ')}`).to.equal(null);
  });

  it('publishes nothing again where all was published, and a window at most where partitions are empty', async () => {
    const { topic, record, begin, losePlace } = openModel(events, () => 0.9);
    const repeatedBy = async (): Promise<number> => {
      losePlace();
      const before = topic.count();
      const { follower, end } = await begin();
      await follower.reached((await events.head())!);
      await end();
      return topic.count() - before;
    };
    for (let count = 0; count < 5; count++) await record();
    const facts = 5 * STREAMS * AT_ONCE;
    expect(await repeatedBy(), 'into an empty topic').to.equal(facts);
    expect(await repeatedBy(), 'into a full topic').to.equal(0);
    topic.expire(0);
    topic.expire(1);
    expect(await repeatedBy(), 'into two empty partitions').to.be.within(1, WINDOW);
    for (let partition = 0; partition < 3; partition++) topic.expire(partition);
    expect(await repeatedBy(), 'into a topic that was emptied').to.equal(facts);
  });

  it('takes no message of another log for its own', async () => {
    const { topic, record, begin, losePlace } = openModel(events, () => 0.9);
    await record();
    const { follower, end } = await begin();
    await follower.reached((await events.head())!);
    await end();
    losePlace();
    const other = openFacts();
    const life: Mortal = { isDead: false };
    const restored = openModel(other, () => 0.9);
    await restored.record();
    const publisher = topic.publisher(other, life);
    expect(await publisher.resume()).to.equal(null);
    await publisher.close();
    await other.close();
  });
});
