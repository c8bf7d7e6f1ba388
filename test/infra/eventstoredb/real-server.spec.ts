import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, streamNameFilter, type AppendExpectedRevision } from '@eventstore/db-client';
import { expect } from 'chai';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { newStream, noteCodec, notes, rejection, streamTexts } from '../../contracts/event-store/notes.js';
import { startEventStoreDb, type EventStoreDbServer } from '../../support/eventstoredb/server.js';
import { until } from '../../support/scheduling/until.js';

const credentials = { username: 'ada', password: 'secret' };
const DEADLINE_MS = 300;

const eventOf = (id: string = randomUUID()) => jsonEvent({ id, type: 'NoteWritten', data: { text: id } });
const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

/** What was seen of a server 23.10.6, and holds for the one of the tests. */
describe('as EventStoreDB 23.10.6 does, the server of the tests', () => {
  let server: EventStoreDbServer;
  let client: EventStoreDBClient;
  beforeEach(async () => {
    server = await startEventStoreDb();
    client = EventStoreDBClient.connectionString(server.url);
  });
  afterEach(async () => {
    await client.dispose();
    await server.stop();
  });

  const append = (stream: string, events: readonly string[], expectedRevision: AppendExpectedRevision) =>
    client.appendToStream(stream, events.map(eventOf), { expectedRevision, credentials });
  const texts = async (stream: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { event } of client.readStream(stream)) found.push(event?.id ?? '');
    return found;
  };

  for (const expected of ['any', 'stream_exists'] as const) {
    it(`remembers for ${expected} the ids of all streams in one table, in which the first entry stays`, async () => {
      const [one, other] = [newStream(), newStream()];
      const [first, shared] = ids(2) as [string, string];
      await append(one, [first], 'no_stream');
      await append(other, [first, shared], 'no_stream');
      expect((await append(one, [shared], expected)).nextExpectedRevision).to.equal(1n);
      expect((await append(one, [shared], expected)).nextExpectedRevision, 'it is known of the other one').to.equal(2n);
      expect((await append(other, [shared], expected)).nextExpectedRevision).to.equal(1n);
      await append(other, [shared], 1n);
      expect((await append(other, [shared], expected)).nextExpectedRevision, 'the first entry').to.equal(1n);
    });

    it(`never answers a repeat in another order, expecting ${expected}`, async () => {
      const stream = newStream();
      const both = ids(2);
      await append(stream, both, 'no_stream');
      const options = { expectedRevision: expected, credentials, deadline: DEADLINE_MS } as const;
      const error = await rejection(client.appendToStream(stream, both.toReversed().map(eventOf), options));
      expect(error).to.have.property('type', 'deadline-exceeded');
      expect(await texts(stream)).to.deep.equal(both);
    });
  }

  it('answers an append of no events to a stream that is empty with a position', async () => {
    const { success, position } = await append(newStream(), [], 'no_stream');
    expect(success).to.equal(true);
    expect(position?.commit).to.be.a('bigint');
  });

  it('answers the repeat of an event that $maxCount hides without a position', async () => {
    const stream = newStream();
    const [hidden, shown] = ids(2) as [string, string];
    await append(stream, [hidden], 'no_stream');
    await append(stream, [shown], 0n);
    await client.setStreamMetadata(stream, { maxCount: 1 }, { credentials });
    const repeat = await append(stream, [hidden], 'no_stream');
    expect(repeat).to.include({ success: true, nextExpectedRevision: 0n });
    expect(repeat.position).to.equal(undefined);
  });

  it('refuses the repeat of an event that a scavenge has removed', async () => {
    const stream = newStream();
    const [gone, shown] = ids(2) as [string, string];
    await append(stream, [gone], 'no_stream');
    await append(stream, [shown], 0n);
    await client.setStreamMetadata(stream, { maxCount: 1 }, { credentials });
    expect(server.scavenge()).to.equal(1);
    expect(await rejection(append(stream, [gone], 'no_stream'))).to.have.property('type', 'wrong-expected-version');
    expect(await texts(stream)).to.deep.equal([shown]);
  });

  it('reads a stream whose events are all hidden as empty, not as missing', async () => {
    const stream = newStream();
    await append(stream, ids(2), 'no_stream');
    await client.setStreamMetadata(stream, { truncateBefore: 2 }, { credentials });
    expect(await texts(stream)).to.deep.equal([]);
    expect(await rejection(texts(newStream()))).to.have.property('type', 'stream-not-found');
  });

  it('takes a tombstone for a stream that never was, and no metadata of a stream with one', async () => {
    const stream = newStream();
    await client.tombstoneStream(stream, { expectedRevision: 'any', credentials });
    expect(await rejection(texts(stream))).to.have.property('type', 'stream-deleted');
    const described = client.setStreamMetadata(stream, { maxCount: 1 }, { credentials });
    expect(await rejection(described)).to.have.property('type', 'stream-deleted');
  });

  it('takes exactly 1 MiB in one append, and not one byte more', async () => {
    const of = (bytes: number) => {
      const empty = jsonEvent({ type: 'NoteWritten', data: { text: '' } });
      const own = JSON.stringify(empty.data).length + 2 * empty.type.length + 2;
      return jsonEvent({ type: 'NoteWritten', data: { text: 'x'.repeat(bytes - own) }, metadata: {} });
    };
    const exactly = 1024 * 1024;
    const larger = client.appendToStream(newStream(), of(exactly + 1), { credentials });
    expect(await rejection(larger)).to.have.property('type', 'maximum-append-size-exceeded');
    expect((await client.appendToStream(newStream(), of(exactly), { credentials })).success).to.equal(true);
  });

  it('fails for a stream without a name, and for an event without a type', async () => {
    expect(await rejection(append('', ids(1), 'any'))).to.have.property('type', 'unknown');
    const nameless = jsonEvent({ type: '', data: {} });
    expect(await rejection(client.appendToStream(newStream(), nameless, { credentials }))).to.have.property(
      'type',
      'unknown',
    );
  });

  it('names a page without a match by its beginning, with prepare 0, and the first page not at all', async () => {
    await append(newStream('other'), ids(10), 'no_stream');
    const seen: { commit: bigint; prepare: bigint }[] = [];
    const filter = streamNameFilter({
      prefixes: ['note-'],
      maxSearchWindow: 4,
      checkpointInterval: 1,
      checkpointReached: (_, position) => void seen.push(position),
    });
    const subscription = client.subscribeToAll({ filter, credentials });
    subscription.on('data', () => undefined).on('error', () => undefined);
    await until('the end of the log is told', () => seen.length === 2);
    const places = server.log.events.map(({ position }) => position);
    expect(seen).to.deep.equal([places[4], places[8]].map((commit) => ({ commit, prepare: 0n })));
    await subscription.unsubscribe();
  });

  it('leaves the last event of a stream, and every position, in a scavenge', async () => {
    const stream = newStream();
    for (const [index, id] of ids(4).entries())
      await append(stream, [id], index === 0 ? 'no_stream' : BigInt(index - 1));
    await client.setStreamMetadata(stream, { maxCount: 2 }, { credentials });
    await client.deleteStream(stream, { credentials });
    const before = server.log.events.map(({ id, position }) => `${id} ${position}`);
    expect(server.scavenge()).to.equal(4);
    const after = server.log.events.map(({ id, position }) => `${id} ${position}`);
    expect(before).to.include.members(after);
    expect(after).to.have.length(2);
    expect((await append(stream, ids(1), 'no_stream')).nextExpectedRevision).to.equal(4n);
  });
});

describe('the adapter, where a server gives no answer or hides what it has', () => {
  it('conflicts when the same facts come in another order and no revision was named', async () => {
    const server = await startEventStoreDb();
    const store = openEventStoreDb({ connectionString: server.url, codec: noteCodec, deadlineMs: DEADLINE_MS });
    const stream = newStream();
    const facts = notes('a', 'b');
    await store.append(stream, facts, 'none');
    const error = await rejection(store.append(stream, facts.toReversed(), 'any'));
    expect(error).to.include({ code: 'revision-conflict', expected: 'any', actual: 1n });
    expect(await streamTexts(store, stream)).to.deep.equal(['a', 'b']);
    await store.close();
    await server.stop();
  });
});
