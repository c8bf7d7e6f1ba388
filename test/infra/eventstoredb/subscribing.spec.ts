import { expect } from 'chai';
import { createCodec } from '../../../events/codec/codec.js';
import type { Position } from '../../../events/envelope.js';
import { all, follow, newStream, note, notes, rejection, streamTexts } from '../../contracts/event-store/notes.js';
import { keepLast } from '../../support/eventstoredb/keep-last.js';
import { openLog } from '../../support/eventstoredb/log.js';
import { SERVER_VERSIONS } from '../../support/eventstoredb/node.js';
import { startEventStoreDb } from '../../support/eventstoredb/server.js';
import type { NewEvent } from '../../support/eventstoredb/stream.js';
import { until } from '../../support/scheduling/until.js';
import { servedStores } from './served-stores.js';

const DEADLINE_MS = 400;
const texts = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);

describe('following EventStoreDB', () => {
  const { server, open } = servedStores();
  /** An event as somebody else may have written it. */
  const foreign = (data: string, type = 'NoteWritten'): NewEvent => ({
    id: note().id,
    type,
    contentType: 'application/json',
    data: Buffer.from(data),
    metadata: Buffer.from(JSON.stringify(note().metadata)),
  });

  it('marks nothing before a slow consumer has had it, however far ahead the server is', async () => {
    const store = open();
    for (let round = 0; round < 8; round++) {
      await store.append(newStream(), notes(...texts(100)), 'none');
      await store.append(newStream('other'), notes(...texts(200)), 'none');
    }
    const wanted = server.log.events.filter((event) => event.stream.startsWith('note-'));
    const follower = follow(store, { categories: ['note'] });
    let given = 0;
    let marks = 0;
    for (let delivery = await follower.next(); delivery.kind !== 'caught-up'; delivery = await follower.next()) {
      await new Promise((resolve) => setImmediate(resolve));
      if (delivery.kind === 'fact') given++;
      else {
        marks++;
        const covered = wanted.filter(({ position }) => position <= BigInt(delivery.position?.slice(0, 20) ?? -1));
        expect(given).to.equal(covered.length);
      }
    }
    expect(given).to.equal(wanted.length);
    expect(marks).to.be.greaterThan(5);
    await follower.stop();
  });

  it('fails when the connection breaks, and goes on from the last fact without a gap or a double', async () => {
    const store = open();
    await store.append(newStream(), notes(...texts(5)), 'none');
    const broken = follow(store);
    const { texts: before, position } = await broken.untilCaughtUp();
    server.reset();
    expect(await rejection(broken.next())).to.include({ code: 'store-unavailable', transient: true });
    expect(await rejection(broken.next())).to.have.property('message', 'the subscription ended');
    await store.append(newStream(), notes('later'), 'none');
    const again = follow(store, { after: position ?? undefined });
    expect([...before, ...(await again.untilCaughtUp()).texts]).to.deep.equal([...texts(5), 'later']);
    await again.stop();
  });

  it('fails when the connection breaks in the middle of the log, after whole facts in order', async () => {
    const store = open();
    for (let round = 0; round < 3; round++) await store.append(newStream(), notes(...texts(400)), 'none');
    const seen: Position[] = [];
    let faults = 0;
    while (seen.length < 1_200) {
      const follower = follow(store, { after: seen.at(-1) });
      try {
        for (let delivery = await follower.next(); delivery.kind !== 'caught-up'; delivery = await follower.next()) {
          if (delivery.kind === 'fact' && seen.push(delivery.fact.position) % 500 === 0) server.reset();
        }
        await follower.stop();
      } catch (error) {
        faults++;
        expect(error).to.include({ code: 'store-unavailable' });
      }
    }
    expect(faults).to.be.greaterThan(0);
    expect(seen).to.deep.equal([...new Set(seen)].toSorted());
    expect(seen).to.have.length(1_200);
  });

  it('fails when the server goes away, and follows again once it is back', async () => {
    const store = open();
    const follower = follow(store);
    await follower.untilCaughtUp();
    await server.stop();
    expect(await rejection(follower.next())).to.include({ code: 'store-unavailable' });
    await server.start();
    await until('the store takes an append again', async () => {
      const written = await store.append('note-back', notes('a'), 'any').catch(() => null);
      return written !== null;
    });
    const again = follow(store);
    expect((await again.untilCaughtUp()).texts).to.include('a');
    await again.stop();
  });

  it('gives once what the server sends twice', async () => {
    server.faults.deliverTwice = true;
    const store = open();
    await store.append(newStream(), notes(...texts(20)), 'none');
    const follower = follow(store);
    expect((await follower.untilCaughtUp()).texts).to.deep.equal(texts(20));
    await store.append(newStream(), notes('live'), 'none');
    expect((await follower.untilCaughtUp()).texts).to.deep.equal(['live']);
    await follower.stop();
  });

  it('finds out a subscription that is silent about a fact, and one that is never begun', async () => {
    const store = open({ deadlineMs: DEADLINE_MS });
    const follower = follow(store, { categories: ['note'] });
    await follower.untilCaughtUp();
    server.faults.muted = true;
    await store.append(newStream(), notes('a'), 'none');
    expect(await rejection(follower.next())).to.include({ code: 'store-unavailable', transient: true });
    server.faults.wedged = 'before';
    expect(await rejection(follow(store).next())).to.include({ code: 'store-unavailable', transient: true });
  });

  it('knows the end of the log where the server does not tell', async () => {
    server.faults.withoutCaughtUp = true;
    const store = open();
    const { position } = await store.append(newStream(), notes('a', 'b'), 'none');
    const follower = follow(store);
    expect(await follower.untilCaughtUp()).to.deep.equal({ texts: ['a', 'b'], position });
    await follower.stop();
  });

  it('says that it has caught up also where facts never stop coming', async () => {
    const store = open();
    const over = new AbortController();
    const { signal } = over;
    const writing = (async () => {
      while (!signal.aborted) await store.append(newStream(), notes('a'), 'none');
    })();
    const follower = follow(store);
    await follower.untilCaughtUp();
    await follower.untilCaughtUp();
    over.abort();
    await Promise.all([writing, follower.stop()]);
  });

  it('passes over what the server keeps for itself, and its head is the newest fact', async () => {
    const store = open();
    const lease = newStream('lease');
    const { position } = await store.append(lease, notes('a'), 'none');
    await keepLast(server.url, lease, 1);
    for (let round = 0; round < 100; round++) server.log.append('$stats', 'any', [foreign('{}', '$statsCollected')]);
    expect(await store.head()).to.equal(position);
    expect(await all(store.readAll())).to.have.length(1);
    for (const categories of [undefined, ['lease'], ['note']]) {
      const follower = follow(store, { categories });
      const mark = await follower.untilCaughtUp();
      expect(mark.position).to.equal(position);
      await follower.stop();
    }
  });

  for (const version of SERVER_VERSIONS)
    it(`hears the first fact of all, though EventStoreDB ${version} reports a page before it in its own way`, async () => {
      const another = await startEventStoreDb({ version });
      const store = open({ connectionString: another.url });
      const follower = follow(store, { categories: ['note'] });
      expect(await follower.untilCaughtUp()).to.deep.equal({ texts: [], position: null });
      await store.append(newStream(), notes('a'), 'none');
      expect((await follower.untilCaughtUp()).texts).to.deep.equal(['a']);
      await follower.stop();
      await store.close();
      await another.stop();
    });

  it('tells the head that the server has, where an older log was restored', async () => {
    const older = await startEventStoreDb();
    const store = open({ connectionString: older.url });
    const { position: first } = await store.append(newStream(), notes('a'), 'none');
    const stored = [...older.log.events];
    await store.append(newStream(), notes('b'), 'none');
    expect(await store.head()).not.to.equal(first);
    await older.stop();
    const restored = await startEventStoreDb({ port: older.port, log: openLog([stored]) });
    await until('the head is told again', async () => (await store.head().catch(() => null)) === first);
    await store.close();
    await restored.stop();
  });

  it('moves through long stretches that a filter leaves out, the server being silent about them', async () => {
    const store = open();
    const follower = follow(store, { categories: ['note'] });
    await follower.untilCaughtUp();
    server.faults.muted = true;
    let position: Position | null = null;
    for (let round = 0; round < 2; round++) {
      ({ position } = await store.append(newStream('other'), notes(...texts(300)), 'none'));
      for (let event = 0; event < 300; event++) server.log.append('$stats', 'any', [foreign('{}', '$statsCollected')]);
    }
    expect((await follower.untilCaughtUp()).position).to.equal(position);
    await follower.stop();
  });

  it('asks for the head once for all who wait at the end of the log', async () => {
    const store = open();
    const followers = Array.from({ length: 20 }, () => follow(store, { categories: ['note'] }));
    await Promise.all(followers.map((follower) => follower.untilCaughtUp()));
    const before = server.asked('read');
    const began = performance.now();
    const waiting = followers.map((follower) => follower.untilCaughtUp());
    await until('the head was asked for a few times', () => server.asked('read') >= before + 5);
    const rounds = Math.ceil((performance.now() - began) / 50) + 1;
    expect(server.asked('read') - before).to.be.at.most(2 * rounds);
    const { position } = await store.append(newStream('other'), notes('x'), 'none');
    expect((await Promise.all(waiting)).map((mark) => mark.position)).to.deep.equal(followers.map(() => position));
    await Promise.all(followers.map((follower) => follower.stop()));
  });

  for (const [what, data] of [
    ['malformed JSON', '{"text":'],
    ['a text that holds the JSON of an object', JSON.stringify('{"text":"forged"}')],
    ['nothing', ''],
  ] as const) {
    it(`stops at ${what} in the place of a fact's data, behind everything before it`, async () => {
      const store = open();
      const stream = newStream();
      await store.append(stream, notes('a'), 'none');
      server.log.append(stream, 0n, [foreign(data)]);
      const follower = follow(store, { categories: ['note'] });
      expect(await follower.next()).to.have.nested.property('fact.data.text', 'a');
      expect(await rejection(follower.next()))
        .to.include({ code: 'fact-not-decodable', transient: false })
        .with.property('message')
        .that.includes(`${stream} at 1`);
      expect(await rejection(streamTexts(store, stream))).to.include({ code: 'fact-not-decodable' });
    });
  }

  it('stops at a type that is not declared, with no rejection left over', async () => {
    await open().append(newStream(), notes(...texts(200)), 'none');
    const follower = follow(open({ codec: createCodec([{ type: 'LetterSent', schema: 1 }]) }), {
      categories: ['note'],
    });
    expect(await rejection(follower.next())).to.include({ code: 'fact-not-decodable' });
  });

  it('gives times back with all their seven digits', async () => {
    const store = open();
    const stream = newStream();
    const occurredAt = '2026-11-21T06:00:00.1234567Z';
    await store.append(stream, [{ ...note(), metadata: { ...note().metadata, occurredAt } }], 'none');
    expect((await all(store.read(stream)))[0]?.metadata.occurredAt).to.equal(occurredAt);
  });

  it('leaves nothing open on the server once it is over: stopped, left in the middle, or closed', async () => {
    const store = open();
    await store.append(newStream(), notes(...texts(300)), 'none');
    const follower = follow(store);
    await follower.untilCaughtUp();
    await follower.stop();
    for await (const fact of store.readAll()) if (fact.revision === 3n) break;
    const closing = follow(store);
    await closing.untilCaughtUp();
    const waiting = rejection(closing.next());
    await store.close();
    expect(await waiting).to.include({ code: 'store-closed' });
    await until('the server has no subscription left', () => server.open() === 0);
    expect(await rejection(store.head())).to.include({ code: 'store-closed' });
    expect(await rejection(store.append(newStream(), notes('a'), 'none'))).to.include({ code: 'store-closed' });
    expect(await rejection(all(store.read(newStream())))).to.include({ code: 'store-closed' });
  });

  it('lets no reader wait longer than the deadline', async () => {
    const store = open({ deadlineMs: DEADLINE_MS });
    server.faults.wedged = 'before';
    expect(await rejection(streamTexts(store, newStream()))).to.include({ code: 'store-unavailable' });
    expect(await rejection(store.head())).to.include({ code: 'store-unavailable' });
    expect(await rejection(all(store.readAll()))).to.include({ code: 'store-unavailable' });
  });

  it('refuses a position that it never gave out', async () => {
    const store = open();
    await store.append(newStream(), notes('a'), 'none');
    const beforeEverything = [String(2n ** 64n - 1n), String(2n ** 64n - 1n)].join('-');
    for (const after of ['42', beforeEverything])
      expect(await rejection(follow(store, { after: after as Position }).next())).to.be.instanceOf(RangeError);
  });
});
