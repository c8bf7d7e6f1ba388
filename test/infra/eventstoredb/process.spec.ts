import { join } from 'node:path';
import { expect } from 'chai';
import { openEventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import {
  all,
  follow,
  newStream,
  noteCodec,
  notes,
  rejection,
  streamTexts,
  textsOf,
  type NoteFact,
} from '../../contracts/event-store/notes.js';
import { keepLast } from '../../support/eventstoredb/keep-last.js';
import { serveEventStoreDb } from '../../support/eventstoredb/serve-process.js';
import { holdStill } from '../../support/scheduling/stillness.js';
import { until } from '../../support/scheduling/until.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('EventStoreDB as a process of its own', () => {
  const folder = temporaryFolder();

  it('may be killed under appends: what was acknowledged is there once, and what was not can be repeated', async () => {
    const file = join(folder(), 'events.log');
    const first = await serveEventStoreDb({ file });
    const store = openEventStoreDb({ connectionString: first.url, codec: noteCodec, deadlineMs: 2_000 });
    const follower = follow(store);
    await follower.untilCaughtUp();
    let acknowledged = 0;
    const surely = async (): Promise<string> => {
      const stream = newStream();
      const facts = notes(stream);
      await until(`an append to ${stream} is acknowledged`, () =>
        store.append(stream, facts, 'none').then(
          () => true,
          (error: unknown) => {
            expect(error).to.include({ transient: true });
            return false;
          },
        ),
      );
      acknowledged++;
      return stream;
    };
    const writing = Promise.all(Array.from({ length: 100 }, surely));
    await until('some appends are acknowledged', () => acknowledged > 5);
    await first.kill();
    const second = await serveEventStoreDb({ file, port: Number(new URL(first.url).port) });
    const streams = await writing;
    const facts = await all(store.readAll());
    expect(facts.map((fact) => fact.stream).toSorted()).to.deep.equal(streams.toSorted());
    await store.close();
    await rejection(follower.stop());
    await second.kill('SIGTERM');
  });

  it('keeps what a scavenge removed away from those who read after a kill, and gives them the rest', async () => {
    const file = join(folder(), 'events.log');
    const first = await serveEventStoreDb({ file });
    const store = openEventStoreDb({ codec: noteCodec, connectionString: first.url });
    const lease = newStream('lease');
    await store.append(lease, notes('0'), 'none');
    const { position } = await store.append(lease, notes('1'), 0n);
    await store.append(newStream(), notes('a'), 'none');
    await store.append(lease, notes('2'), 1n);
    await keepLast(first.url, lease, 1);
    await store.close();
    await first.scavenge();
    await first.kill();
    const second = await serveEventStoreDb({ file });
    const again = openEventStoreDb({ codec: noteCodec, connectionString: second.url });
    expect(await textsOf(again.readAll<NoteFact>({ after: position ?? undefined }))).to.deep.equal(['a', '2']);
    expect(await textsOf(again.readAll<NoteFact>())).to.deep.equal(['a', '2']);
    expect((await again.append(lease, notes('3'), 2n)).revision).to.equal(3n);
    await again.close();
    await second.kill('SIGTERM');
  });

  it('may be stopped in the middle of a connection: every call ends, and goes on when it continues', async () => {
    const server = await serveEventStoreDb();
    const store = openEventStoreDb({ connectionString: server.url, codec: noteCodec, deadlineMs: 1_500 });
    const stream = newStream();
    const facts = notes('a');
    const follower = follow(store);
    await follower.untilCaughtUp();
    await holdStill(server.child);
    expect(await rejection(store.append(stream, facts, 'none'))).to.include({ code: 'outcome-unknown' });
    expect(await rejection(store.head())).to.include({ code: 'store-unavailable' });
    expect(await rejection(follower.next())).to.include({ code: 'store-unavailable' });
    server.child.kill('SIGCONT');
    await until('the store answers again', () =>
      store.head().then(
        () => true,
        () => false,
      ),
    );
    expect((await store.append(stream, facts, 'none')).revision).to.equal(0n);
    expect(await streamTexts(store, stream)).to.deep.equal(['a']);
    await store.close();
    await server.kill('SIGTERM');
  });
});
