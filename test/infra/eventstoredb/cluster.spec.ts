import { expect } from 'chai';
import { openEventStoreDb, type EventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { appendWithRetry } from '../../support/facts/append-with-retry.js';
import {
  all,
  follow,
  type Follower,
  newStream,
  noteCodec,
  notes,
  rejection,
  streamTexts,
} from '../../contracts/event-store/notes.js';
import { startEventStoreDbCluster, type EventStoreDbCluster } from '../../support/eventstoredb/cluster/cluster.js';
import { until } from '../../support/scheduling/until.js';
import { failureOf } from '../../support/failure-of.js';

/** Long enough for a machine under load, short enough to wait for. */
const DEADLINE_MS = 400;
/** The least that the client can be told: in seconds. */
const ASKED_FOR_A_SECOND = '&gossipTimeout=1';
/** The client asks nodes in random order, and the one that hangs again and again: each time costs a second or two. */
const WITHIN_MS = 60_000;

/** Much shorter than the client takes to find a leader that answers late. */
const BRIEF_MS = 100;
const isLate = ({ data }: { readonly data: Uint8Array }): boolean => Buffer.from(data).toString().includes('"a"');

/** What a subscription fails with. */
const failure = async (follower: Follower): Promise<unknown> => {
  for (;;) {
    const error = await failureOf(follower.next());
    if (error !== undefined) return error;
  }
};

describe('a cluster of EventStoreDB', () => {
  let cluster: EventStoreDbCluster;
  const stores: EventStoreDb[] = [];
  beforeEach(async () => {
    cluster = await startEventStoreDbCluster();
  });
  afterEach(async () => {
    cluster.nodes.forEach((node) => node.thaw());
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await cluster.stop();
  });

  const open = (more = '', deadlineMs = DEADLINE_MS): EventStoreDb => {
    const store = openEventStoreDb({ connectionString: `${cluster.url}${more}`, codec: noteCodec, deadlineMs });
    stores.push(store);
    return store;
  };
  const surely = (store: EventStoreDb, stream: string, text: string, expected: bigint | 'none') =>
    appendWithRetry(
      store,
      { stream, facts: notes(text), expected },
      {
        signal: AbortSignal.timeout(WITHIN_MS),
        onFailure: () => undefined,
      },
    );

  for (const preference of ['', '&nodePreference=leader', '&nodePreference=follower', '&nodePreference=random']) {
    it(`writes and reads through the leader, asked with ${preference === '' ? 'no preference' : preference}`, async () => {
      const store = open(preference, 5_000);
      const stream = newStream();
      await surely(store, stream, 'a', 'none');
      expect(await streamTexts(store, stream)).to.deep.equal(['a']);
      expect(cluster.log.events).to.have.length(1);
      const follower = follow(store);
      expect((await follower.untilCaughtUp()).texts).to.deep.equal(['a']);
      await follower.stop();
    });
  }

  it('goes to the node that leads now, told by the one that led', async () => {
    const store = open('', 5_000);
    const stream = newStream();
    await store.append(stream, notes('a'), 'none');
    cluster.elect(1);
    expect(await rejection(store.append(stream, notes('b'), 0n))).to.include({ code: 'store-unavailable' });
    expect((await store.append(stream, notes('b'), 0n)).revision).to.equal(1n);
    expect(cluster.nodes[1]?.asked('append')).to.equal(1);
  });

  it('leaves a leader that hangs for the one that leads then, and writes each fact once', async () => {
    const store = open(ASKED_FOR_A_SECOND);
    const stream = newStream();
    await store.append(stream, notes('before'), 'none');
    cluster.nodes[0]?.freeze();
    const writing = surely(store, stream, 'meanwhile', 0n);
    const looksAgain = (): boolean => cluster.nodes.slice(1).some((it) => it.asked('gossip') > 1);
    await until('a client looks for the leader again', looksAgain, WITHIN_MS);
    cluster.elect(1);
    cluster.hear(0, false);
    expect((await writing).revision).to.equal(1n);
    expect(await streamTexts(store, stream)).to.deep.equal(['before', 'meanwhile']);
    cluster.nodes[0]?.thaw();
    await until('nobody is connected to the one that hung', () => cluster.nodes[0]?.connections() === 0);
    expect(await streamTexts(store, stream)).to.deep.equal(['before', 'meanwhile']);
  });

  for (const [what, goOn] of [
    ['goes on with another client', (store: EventStoreDb) => surely(store, newStream(), 'b', 'none')],
    ['is closed meanwhile', (store: EventStoreDb) => store.close()],
  ] as const)
    it(`breaks nothing where its leader is found later than an append may take, and it ${what}`, async () => {
      const store = open('', BRIEF_MS);
      cluster.nodes.forEach((node) => node.freeze());
      expect(await rejection(store.append(newStream(), notes('a'), 'none'))).to.include({ code: 'outcome-unknown' });
      const going = goOn(store);
      cluster.nodes.forEach((node) => node.thaw());
      await going;
      await until('the late append has reached the server', () => cluster.log.events.some(isLate), WITHIN_MS);
    });

  it('takes its subscriptions along', async () => {
    const store = open(ASKED_FOR_A_SECOND);
    const stream = newStream();
    await store.append(stream, notes('before'), 'none');
    const hanging = follow(store);
    const { position } = await hanging.untilCaughtUp();
    cluster.nodes[0]?.freeze();
    cluster.elect(2);
    cluster.hear(0, false);
    const ended = failure(hanging);
    const writing = surely(store, stream, 'after', 0n);
    expect(await ended).to.include({ code: 'store-unavailable' });
    await writing;
    const moved = follow(store, { after: position ?? undefined });
    expect((await moved.untilCaughtUp()).texts).to.deep.equal(['after']);
    await moved.stop();
    expect(cluster.nodes[2]?.asked('subscribe')).to.equal(1);
  });

  it('ends a subscription that hangs although nothing is written', async () => {
    const store = open(ASKED_FOR_A_SECOND);
    await store.append(newStream(), notes('before'), 'none');
    const hanging = follow(store);
    await hanging.untilCaughtUp();
    cluster.nodes[0]?.freeze();
    expect(await failure(hanging)).to.include({ code: 'store-unavailable' });
  });

  it('asks for no more clients than calls came to nothing one after the other', async () => {
    const store = open(ASKED_FOR_A_SECOND);
    const streams = Array.from({ length: 50 }, () => newStream());
    await store.append(newStream(), notes('before'), 'none');
    const asked = (): number => cluster.nodes.reduce((sum, node) => sum + node.asked('gossip'), 0);
    const before = asked();
    cluster.nodes[0]?.freeze();
    cluster.elect(1);
    cluster.hear(0, false);
    await Promise.allSettled(streams.map((stream) => store.append(stream, notes('a'), 'none')));
    await Promise.all(streams.map((stream) => surely(store, stream, 'b', 'none').catch(() => undefined)));
    expect(asked() - before).to.be.lessThan(streams.length / 2);
    expect(await all(store.readAll())).to.have.length.greaterThanOrEqual(streams.length + 1);
  });

  it('is away while no node can be reached, and certain that nothing was written', async () => {
    const url = 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false';
    const store = openEventStoreDb({ connectionString: url, codec: noteCodec, deadlineMs: 5_000 });
    stores.push(store);
    const fault = await rejection(store.append(newStream(), notes('a'), 'none'));
    expect(fault).to.include({ code: 'store-unavailable', transient: true });
  });
});
