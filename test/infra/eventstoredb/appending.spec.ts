import { expect } from 'chai';
import { stub } from 'sinon';
import { EventStoreFault } from '../../../events/store.js';
import { newStream, note, noteCodec, notes, rejection, streamTexts } from '../../contracts/event-store/notes.js';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { startEventStoreDb } from '../../support/eventstoredb/server.js';
import { servedStores } from './served-stores.js';

/** Long enough for a machine under load, short enough to wait for. */
const DEADLINE_MS = 400;

describe('appending to EventStoreDB', () => {
  const { server, open } = servedStores();

  for (const wedged of ['before', 'after'] as const) {
    it(`fails in bounded time on a server that falls silent ${wedged} it wrote, and the repeat is written once`, async () => {
      const store = open({ deadlineMs: DEADLINE_MS });
      const stream = newStream();
      const facts = notes('a', 'b');
      server.faults.wedged = wedged;
      const fault = await rejection(store.append(stream, facts, 'none'));
      expect(fault).to.include({ code: 'outcome-unknown', transient: true });
      server.faults.wedged = 'no';
      expect((await store.append(stream, facts, 'none')).revision).to.equal(1n);
      expect(await streamTexts(store, stream)).to.deep.equal(['a', 'b']);
    });
  }

  for (const dropped of ['dropBeforeCommit', 'dropAfterCommit'] as const) {
    it(`does not know the outcome after ${dropped}, and the repeat is written once, also when others went on`, async () => {
      const store = open();
      const stream = newStream();
      await store.append(stream, notes('before'), 'none');
      const facts = notes('a', 'b');
      server.faults[dropped] = 1;
      expect(await rejection(store.append(stream, facts, 0n))).to.include({ code: 'outcome-unknown' });
      if (dropped === 'dropAfterCommit') await store.append(stream, notes('after'), 2n);
      expect((await store.append(stream, facts, 0n)).revision).to.equal(2n);
      expect((await streamTexts(store, stream)).slice(0, 3)).to.deep.equal(['before', 'a', 'b']);
      expect(server.log.events).to.have.length(dropped === 'dropAfterCommit' ? 4 : 3);
    });
  }

  it('tells a rival from its own lost append', async () => {
    const store = open();
    const stream = newStream();
    const facts = notes('a');
    server.faults.dropBeforeCommit = 1;
    expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'outcome-unknown' });
    await store.append(stream, notes('rival'), 'none');
    expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'revision-conflict', actual: 0n });
  });

  it('knows that a follower wrote nothing, and goes on with the leader', async () => {
    const store = open();
    const stream = newStream();
    server.faults.notLeader = 1;
    const fault = await rejection(store.append(stream, notes('a'), 'none'));
    expect(fault).to.include({ code: 'store-unavailable', transient: true });
    expect(fault)
      .to.have.property('message')
      .that.equals(`the append failed: the node that was asked does not lead, 127.0.0.1:${server.port} does`);
    expect(server.log.events).to.deep.equal([]);
    expect((await store.append(stream, notes('a'), 'none')).revision).to.equal(0n);
  });

  it('knows that a server that is not ready wrote nothing', async () => {
    const store = open();
    server.faults.notReady = 1;
    const fault = await rejection(store.append(newStream(), notes('a'), 'none'));
    expect(fault).to.include({ code: 'store-unavailable', transient: true });
    expect(server.log.events).to.deep.equal([]);
  });

  it('asks for nothing that has no deadline: neither batches nor the list of features', async () => {
    await open().append(newStream(), notes('a'), 'none');
    expect(server.asked('append')).to.equal(1);
    expect(server.asked('batchAppend')).to.equal(0);
    expect(server.asked('getSupportedMethods')).to.equal(0);
  });

  it('does not lose its answer to the failure of another server', async () => {
    const other = await startEventStoreDb();
    const [slow, failing] = [open(), open({ connectionString: other.url })];
    server.faults.delayMs = 300;
    other.faults.dropAfterCommit = 1;
    const waiting = slow.append(newStream(), notes('a'), 'none');
    expect(await rejection(failing.append(newStream(), notes('b'), 'none'))).to.include({ code: 'outcome-unknown' });
    expect((await waiting).revision).to.equal(0n);
    await failing.close();
    await other.stop();
  });

  for (const throws of [true, false]) {
    it(`says where the stream is in a conflict, with throwOnAppendFailure=${throws}`, async () => {
      const store = open({ connectionString: `${server.url}&throwOnAppendFailure=${throws}` });
      const stream = newStream();
      await store.append(stream, notes('a', 'b', 'c'), 'none');
      const behind = await rejection(store.append(stream, notes('late'), 0n));
      expect(behind).to.include({ code: 'revision-conflict', stream, expected: 0n, actual: 2n });
      const beyond = await rejection(store.append(newStream(), notes('early'), 5n));
      expect(beyond).to.include({ code: 'revision-conflict', expected: 5n, actual: 'none' });
    });
  }

  it('writes each append once through a restart of the server, however eagerly it is repeated', async () => {
    const store = open();
    const streams = Array.from({ length: 40 }, () => newStream());
    const surely = async (stream: string): Promise<void> => {
      const facts = notes('a');
      for (;;) {
        try {
          await store.append(stream, facts, 'none');
          return;
        } catch (error) {
          expect(error).to.be.instanceOf(EventStoreFault).and.include({ transient: true });
        }
      }
    };
    server.faults.delayMs = 20;
    const writing = Promise.all(streams.map(surely));
    await server.restart();
    await writing;
    expect(server.log.events).to.have.length(streams.length);
  });

  it('lets nobody wait for ever behind an append without an answer', async () => {
    const store = open({ deadlineMs: DEADLINE_MS });
    const stream = newStream();
    server.faults.wedged = 'before';
    const outcomes = await Promise.allSettled([
      store.append(stream, notes('a'), 'none'),
      store.append(stream, notes('b'), 0n),
    ]);
    expect(outcomes[0]).to.have.nested.property('reason.code', 'outcome-unknown');
    expect(outcomes[1]).to.have.nested.property('reason.transient', true);
  });

  it('is away while nobody listens, and back when somebody does', async () => {
    const store = open();
    const stream = newStream();
    await server.stop();
    const refused = await rejection(store.append(stream, notes('a'), 'none'));
    expect(refused).to.include({ code: 'store-unavailable', transient: true });
    expect(await rejection(store.head())).to.include({ code: 'store-unavailable' });
    await server.start();
    const facts = [note('a')];
    let written: unknown = null;
    while (written === null) written = await store.append(stream, facts, 'none').catch(() => null);
    expect(await streamTexts(store, stream)).to.deep.equal(['a']);
  });

  it('says that an append is too large for a server that takes less', async () => {
    const strict = await startEventStoreDb({ maxAppendBytes: 2_000 });
    const store = open({ connectionString: strict.url });
    const large = notes('x'.repeat(900), 'x'.repeat(900));
    const refused = await rejection(store.append(newStream(), large, 'none'));
    expect(refused).to.include({ code: 'append-too-large', transient: false });
    await store.append(newStream(), large.slice(1), 'none');
    expect(strict.log.events).to.have.length(1);
    await store.close();
    await strict.stop();
  });

  it('knows that nothing was written to a stream that somebody deleted for ever', async () => {
    const store = open();
    const stream = newStream();
    await store.append(stream, notes('a'), 'none');
    server.log.tombstone(stream, 'any');
    expect(await rejection(store.append(stream, notes('b'), 0n))).to.include({ code: 'store-unavailable' });
    expect(await streamTexts(store, stream)).to.deep.equal([]);
  });

  it('takes the user from the connection string, and demands one where the connection is secure', () => {
    const secure = { codec: noteCodec, connectionString: 'esdb://localhost:2113' };
    expect(() => openEventStoreDb(secure)).to.throw(TypeError, 'must name a user');
    const unencoded = { ...secure, connectionString: 'esdb://ada:100%@localhost:2113' };
    expect(() => openEventStoreDb(unencoded)).to.throw(TypeError, 'must be percent-encoded');
    openEventStoreDb({ ...secure, connectionString: 'esdb://ada:p%40ss@localhost:2113' });
  });

  it('keeps the password from the client, which prints what it does not understand', () => {
    const warn = stub(console, 'warn');
    try {
      const connectionString = 'esdb://ada:p%40ss@localhost:2113?unheardOf=true';
      open({ connectionString });
      expect(warn.args.join()).to.contain('unheardOf').and.not.contain('p%40ss');
    } finally {
      warn.restore();
    }
  });
});
