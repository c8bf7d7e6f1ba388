import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { expect } from 'chai';
import { decide, type Expectation, type StreamState, type Verdict } from '../../support/eventstoredb/decide.js';
import { openLog } from '../../support/eventstoredb/log.js';
import { serveEventStoreDb } from '../../support/eventstoredb/serve-process.js';
import { startEventStoreDb } from '../../support/eventstoredb/server.js';

const credentials = { username: 'ada', password: 'secret' };

const event = (id: string) => ({
  id,
  type: 'NoteWritten',
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
});

describe('the EventStoreDB server that tests speak to', () => {
  describe('decides by what a writer expects', () => {
    interface Case {
      readonly title: string;
      readonly stream: string;
      readonly more?: Partial<StreamState>;
      readonly expected: Expectation;
      readonly ids: string;
      readonly verdict: Verdict['kind'] | number;
    }
    /** Ids are letters; a number is the revision that a repeat is answered with. */
    const cases: readonly Case[] = [
      { title: 'at the end of the stream', stream: 'ab', expected: 1n, ids: 'c', verdict: 'write' },
      { title: 'at the end, the same ids again', stream: 'ab', expected: 1n, ids: 'b', verdict: 'write' },
      { title: 'beyond the end', stream: 'ab', expected: 2n, ids: 'c', verdict: 'wrong-expected-version' },
      { title: 'behind the end, the same ids', stream: 'abc', expected: 0n, ids: 'b', verdict: 1 },
      { title: 'behind the end, other ids', stream: 'abc', expected: 0n, ids: 'x', verdict: 'wrong-expected-version' },
      {
        title: 'behind the end, some known',
        stream: 'abc',
        expected: 1n,
        ids: 'cd',
        verdict: 'wrong-expected-version',
      },
      { title: 'behind the end, nothing', stream: 'abc', expected: 1n, ids: '', verdict: 'wrong-expected-version' },
      { title: 'no stream, and none is there', stream: '', expected: -1n, ids: 'a', verdict: 'write' },
      { title: 'no stream, repeated', stream: 'abc', expected: -1n, ids: 'ab', verdict: 1 },
      { title: 'no stream, others', stream: 'abc', expected: -1n, ids: 'x', verdict: 'wrong-expected-version' },
      {
        title: 'no stream, deleted',
        stream: 'a',
        more: { isSoftDeleted: true },
        expected: -1n,
        ids: 'x',
        verdict: 'write',
      },
      { title: 'any, new', stream: 'ab', expected: 'any', ids: 'c', verdict: 'write' },
      { title: 'any, known', stream: 'abc', expected: 'any', ids: 'ab', verdict: 1 },
      { title: 'any, first known', stream: 'abc', expected: 'any', ids: 'cd', verdict: 'wrong-expected-version' },
      { title: 'any, first new', stream: 'abc', expected: 'any', ids: 'dc', verdict: 'write' },
      {
        title: 'any, forgotten',
        stream: 'a',
        more: { recent: () => undefined },
        expected: 'any',
        ids: 'a',
        verdict: 'write',
      },
      {
        title: 'exists, none there',
        stream: '',
        expected: 'stream-exists',
        ids: 'a',
        verdict: 'wrong-expected-version',
      },
      {
        title: 'exists, metadata alone',
        stream: '',
        more: { hasMetadata: true },
        expected: 'stream-exists',
        ids: 'a',
        verdict: 'write',
      },
      {
        title: 'exists, deleted',
        stream: 'a',
        more: { isSoftDeleted: true },
        expected: 'stream-exists',
        ids: 'b',
        verdict: 'stream-deleted',
      },
      {
        title: 'anything, deleted for ever',
        stream: 'a',
        more: { isTombstoned: true },
        expected: 'any',
        ids: 'b',
        verdict: 'stream-deleted',
      },
      { title: 'any, nothing', stream: 'a', expected: 'any', ids: '', verdict: 'write' },
    ];
    for (const { title, stream, more, expected, ids, verdict } of cases) {
      it(title, () => {
        const state: StreamState = {
          last: stream.length - 1,
          isTombstoned: false,
          isSoftDeleted: false,
          hasMetadata: false,
          idAt: (revision) => stream[revision],
          recent: (id) => (stream.includes(id) ? stream.lastIndexOf(id) : undefined),
          ...more,
        };
        const decided = decide(state, expected, Array.from(ids));
        expect(decided.kind === 'repeat' ? decided.revision : decided.kind).to.equal(verdict);
      });
    }
  });

  it('numbers on where a deleted stream ended, and shows only what came after', () => {
    const log = openLog();
    log.append('note-1', -1n, [event('a'), event('b')]);
    log.softDelete('note-1', 'any');
    expect(log.append('note-1', -1n, [event('c')])).to.include({ kind: 'success', revision: 2 });
    expect(log.stream('note-1')?.firstVisible).to.equal(2);
  });

  for (const [how, options] of [
    ['each in a call of its own', { credentials }],
    ['all in one batch call', {}],
  ] as const) {
    it(`answers the client's appends, ${how}`, async () => {
      const server = await startEventStoreDb();
      const client = EventStoreDBClient.connectionString(server.url);
      const stream = `note-${randomUUID()}`;
      const written = await client.appendToStream(stream, jsonEvent({ type: 'NoteWritten', data: { n: 1 } }), options);
      expect(written).to.deep.include({ success: true, nextExpectedRevision: 0n });
      const rival = client.appendToStream(stream, jsonEvent({ type: 'NoteWritten', data: {} }), {
        expectedRevision: 'no_stream',
        ...options,
      });
      const error: unknown = await rival.then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).to.include({ type: 'wrong-expected-version', actualVersion: 0n, expectedVersion: 'no_stream' });
      expect(server.asked('batchAppend')).to.equal('credentials' in options ? 0 : 1);
      await client.dispose();
      await server.stop();
    });
  }

  it('as a process, finds what it acknowledged after a kill, and cuts off a torn line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-esdb-'));
    const file = join(folder, 'events.log');
    const stream = `note-${randomUUID()}`;
    const first = await serveEventStoreDb({ file });
    const client = EventStoreDBClient.connectionString(first.url);
    const events = ['a', 'b'].map((text) => jsonEvent({ type: 'NoteWritten', data: { text } }));
    await client.appendToStream(stream, events, { credentials });
    await first.kill();
    await appendFile(file, '[["note-torn",0,"4');

    const second = await serveEventStoreDb({ file });
    const again = EventStoreDBClient.connectionString(second.url);
    const answer = await again.appendToStream(stream, events, { credentials, expectedRevision: 'no_stream' });
    expect(answer.nextExpectedRevision).to.equal(1n);
    await second.kill('SIGTERM');
    await rm(folder, { recursive: true });
  });
});
