import { expect } from 'chai';
import type { Position } from '../../../events/envelope.js';
import {
  openEventStoreDb,
  type EventStoreDb,
  type EventStoreDbSettings,
} from '../../../infra/eventstoredb/event-store.js';
import { all, follow, newStream, noteCodec, notes, textsOf, type NoteFact } from '../../contracts/event-store/notes.js';
import { keepLast } from '../../support/eventstoredb/keep-last.js';
import type { ServerVersion } from '../../support/eventstoredb/node.js';
import { startEventStoreDb, type EventStoreDbServer } from '../../support/eventstoredb/server.js';

const VERSIONS: readonly ServerVersion[] = ['23.10', '24.10'];
const numbers = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${from + index}`);

for (const version of VERSIONS) {
  describe(`going on from a position, with the beginning of subscriptions of EventStoreDB ${version}`, () => {
    let server: EventStoreDbServer;
    const stores: EventStoreDb[] = [];
    beforeEach(async () => {
      server = await startEventStoreDb({ version });
    });
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
      await server.stop();
    });

    const open = (more: Partial<EventStoreDbSettings> = {}): EventStoreDb => {
      const store = openEventStoreDb({
        connectionString: server.url,
        codec: noteCodec,
        ...more,
      });
      stores.push(store);
      return store;
    };
    /** Heartbeats, of which a scavenge leaves the last: each answers where it stands. */
    const signsOfLife = async (store: EventStoreDb): Promise<() => Promise<Position>> => {
      const stream = newStream('lease');
      let revision = -1n;
      const sign = async (): Promise<Position> => {
        const appended = await store.append(stream, notes('alive'), revision++);
        return appended.position!;
      };
      await sign();
      await keepLast(server.url, stream, 1);
      return sign;
    };
    const write = (store: EventStoreDb, ...texts: readonly string[]) =>
      store.append(newStream(), notes(...texts), 'none');
    const textsBehind = async (store: EventStoreDb, after: Position, categories?: readonly string[]) => {
      const follower = follow(store, { after, categories });
      const { texts } = await follower.untilCaughtUp();
      await follower.stop();
      return texts.filter((text) => text !== 'alive');
    };

    for (const [how, categories] of [
      ['without a filter', undefined],
      ['with one', ['note']],
    ] as const) {
      it(`gives the fact that follows a scavenged position, ${how}`, async () => {
        const store = open();
        const sign = await signsOfLife(store);
        const gone = await sign();
        await write(store, 'a', 'b');
        await sign();
        expect(server.scavenge()).to.equal(2);
        expect(await textsBehind(store, gone, categories)).to.deep.equal(['a', 'b']);
        const read = await textsOf(store.readAll<NoteFact>({ after: gone, categories }));
        expect(read.filter((text) => text !== 'alive')).to.deep.equal(['a', 'b']);
        expect(await textsOf(store.readAll<NoteFact>({ after: gone, categories, limit: 1 }))).to.deep.equal(['a']);
      });
    }

    it('gives every fact once behind each position that it ever gave, whatever was scavenged since', async () => {
      const store = open();
      const sign = await signsOfLife(store);
      const given: { readonly position: Position; readonly count: number }[] = [];
      const count = 24;
      for (let written = 0; written < count; written++) {
        for (let beat = 0; beat <= written % 3; beat++) given.push({ position: await sign(), count: written });
        given.push({ position: (await write(store, `${written}`)).position!, count: written + 1 });
      }
      await sign();
      expect(server.scavenge()).to.equal(given.length - count + 1);
      for (const { position, count: before } of given) {
        expect(await textsBehind(store, position, ['note'])).to.deep.equal(numbers(before, count - before));
      }
    });

    it('does so while facts go on being appended', async () => {
      const store = open();
      const sign = await signsOfLife(store);
      const gone = await sign();
      await write(store, '0');
      await sign();
      server.scavenge();
      const over = new AbortController();
      let count = 1;
      const writing = (async () => {
        while (!over.signal.aborted) await write(store, `${count++}`);
      })();
      for (let round = 0; round < 5; round++) {
        const texts = await textsBehind(store, gone, ['note']);
        expect(texts).to.deep.equal(numbers(0, texts.length)).and.not.to.be.empty;
      }
      over.abort();
      await writing;
    });

    it('does so behind a mark, whose place no event has', async () => {
      const store = open();
      const sign = await signsOfLife(store);
      const first = follow(store, { categories: ['note'] });
      const places = new Set<Position>();
      for (let round = 0; round < 20; round++) {
        await sign();
        const { position } = await first.untilCaughtUp();
        if (position !== null) places.add(position);
      }
      await first.stop();
      await write(store, 'a');
      await sign();
      expect(server.scavenge()).to.equal(21);
      for (const place of places) expect(await textsBehind(store, place, ['note'])).to.deep.equal(['a']);
    });

    it('passes a long stretch that a filter leaves out, reading no more of it aside than the server has passed', async () => {
      const store = open();
      const sign = await signsOfLife(store);
      const gone = await sign();
      for (let round = 0; round < 4; round++) await store.append(newStream('other'), notes(...numbers(0, 400)), 'none');
      await write(store, 'a');
      await sign();
      server.scavenge();
      const before = server.asked('read');
      expect(await textsBehind(store, gone, ['note'])).to.deep.equal(['a']);
      expect(server.asked('read') - before).to.be.below(10);
    });

    it('gives what is appended behind a log that ends with what is gone', async () => {
      const store = open();
      const sign = await signsOfLife(store);
      await write(store, '0');
      const positions = [await sign(), await sign(), await sign()];
      server.scavenge();
      for (const [index, position] of positions.entries()) {
        const follower = follow(store, { after: position, categories: ['note'] });
        expect((await follower.untilCaughtUp()).texts).to.deep.equal(numbers(1, index));
        await write(store, `${index + 1}`);
        expect((await follower.untilCaughtUp()).texts).to.deep.equal([`${index + 1}`]);
        await follower.stop();
      }
      expect(await all(store.readAll({ categories: ['note'] }))).to.have.length(1 + positions.length);
    });
  });
}
