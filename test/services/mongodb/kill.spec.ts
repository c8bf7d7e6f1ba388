import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Position } from '../../../events/envelope.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { openMongoSharedRecords } from '../../../infra/mongodb/shared-records.js';
import { present } from '../../workers/support/present.js';
import { openMongoDocumentStore, type MongoDocumentStore } from '../../../infra/mongodb/document-store.js';
import { openProjector } from '../../../projections/projector/projector.js';
import { readView } from '../../../projections/read-view.js';
import { appendNotes, counts, countsCodec, type Count } from '../../support/facts/counts-view.js';
import { service } from '../../support/services.js';
import { until } from '../../support/scheduling/until.js';
import { ownMongod, type Mongod } from './mongod.js';

const at = (position: number): Position => String(position).padStart(20, '0') as Position;
const generation = { number: 1, version: 1 };
const ROUNDS = 3;

for (const replicaSet of [undefined, 'rs0']) {
  const what = replicaSet === undefined ? 'a standalone MongoDB' : 'a MongoDB replica set';
  describe(`${what} that is killed (MUNIMENT_TEST_SERVICES_CACHE)`, () => {
    let mongod: Mongod;
    let database: string;
    let store: MongoDocumentStore;
    const stores: MongoDocumentStore[] = [];
    let remove = (): Promise<void> => Promise.resolve();

    before(async function () {
      const cache = service('MUNIMENT_TEST_SERVICES_CACHE', 'MongoDB');
      if (cache === null) return this.skip();
      mongod = await ownMongod(join(cache, 'mongodb', 'mongod-6.0.27'), replicaSet === undefined ? {} : { replicaSet });
      remove = () => mongod.remove();
      await mongod.start();
    });
    after(() => remove());
    const open = (timeoutMs: number): MongoDocumentStore => {
      const opened = openMongoDocumentStore({ url: mongod.url, database, timeoutMs });
      stores.push(opened);
      return opened;
    };
    beforeEach(() => {
      database = `kill-${randomUUID()}`;
      store = open(5_000);
    });
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((each) => each.close()));
    });

    it('has everything that it acknowledged', async () => {
      const { shape } = counts(1);
      const documents = await store.prepare<Count>(shape, generation);
      const acknowledged = new Set<string>();
      let killing = false;
      let next = 0;
      const save = async (lane: number): Promise<void> => {
        while (!killing) {
          const keys = Array.from({ length: 20 }, (_, index) => `${lane}-${next++}-${index}`);
          const changes = keys.map((key) => ({ key, position: at(1), doc: { about: key, notes: 1 } }));
          const saved = await documents.save(changes).then(
            () => true,
            () => false,
          );
          if (saved) keys.forEach((key) => acknowledged.add(key));
        }
      };
      for (let round = 1; round <= ROUNDS; round++) {
        killing = false;
        const enough = acknowledged.size + 2_000;
        const saving = Promise.all([0, 1, 2, 3].map(save));
        await until('much is saved', () => acknowledged.size >= enough);
        await mongod.kill();
        killing = true;
        await saving;
        await mongod.start();
        await until('the store answers again', () => store.ping().then(() => true, () => false)); // prettier-ignore
        const found = await documents.load([...acknowledged]);
        expect(
          [...acknowledged].filter((key) => !found.has(key)),
          `lost in round ${round}`,
        ).to.deep.equal([]);
      }
    });

    it('leads to faults in bounded time while it is away or stands still, and is found again', async () => {
      const prepared = await store.prepare<Count>(counts(1).shape, generation);
      await prepared.save([{ key: 'a', position: at(1), doc: { about: 'a', notes: 1 } }]);
      const hasty = open(1_000);
      const documents = await hasty.open<Count>(counts(1).shape, generation);
      const isThere = (): Promise<boolean> => documents.get('a').then((doc) => doc !== null, () => false); // prettier-ignore
      await until('it answers', isThere);
      const faults = async (): Promise<void> => {
        const outcomes = await Promise.all(
          [hasty.ping(), documents.get('a'), documents.save([{ key: 'b', position: at(1), doc: null }])].map((call) =>
            call.then(
              () => 'done',
              (fault: unknown) => (fault as { code?: unknown }).code,
            ),
          ),
        );
        expect(outcomes).to.deep.equal(['store-unavailable', 'store-unavailable', 'store-unavailable']);
      };
      await mongod.pause();
      await faults();
      mongod.resume();
      await until('it answers again', isThere);
      await mongod.kill();
      await faults();
      await mongod.start();
      await until('it answers again', isThere);
    });

    it('is found by who called for the first time while it was away', async () => {
      const hasty = open(1_000);
      await mongod.kill();
      expect(await hasty.ping().then(() => 'there', () => 'away')).to.equal('away'); // prettier-ignore
      await mongod.start();
      await until('it answers', () => hasty.ping().then(() => true, () => false)); // prettier-ignore
    });

    it('is waited for by projectors and readers, who miss nothing and double nothing', async () => {
      const events = openEventStore(':memory:', countsCodec);
      const records = openMongoSharedRecords({ url: mongod.url, database });
      const presences = [1, 2].map(() => present(randomUUID(), { records }));
      const projectors = presences.map((liveness) => openProjector(counts(1), { events, documents: store, liveness }));
      const reader = readView<Count>(counts(1).shape, store);
      let noted = 0;
      let last = await appendNotes(events, ['ink']);
      noted++;
      expect(await reader.reached(last, 20_000)).to.equal(true);
      for (let round = 1; round <= ROUNDS; round++) {
        const over = new AbortController();
        const noting = (async () => {
          while (!over.signal.aborted) {
            last = await appendNotes(events, ['ink', `n${noted}`]);
            noted++;
            await new Promise((resolve) => setImmediate(resolve));
          }
        })();
        const enough = noted + 200;
        await until('much is noted', () => noted >= enough);
        await mongod.kill();
        over.abort();
        await noting;
        await mongod.start();
        expect(await reader.reached(last, 30_000), 'reached').to.equal(true);
        expect((await reader.documents.get('ink'))?.notes).to.equal(noted);
        expect(await reader.documents.count({ all: [] })).to.equal(noted);
        const wrong = await reader.documents.count({ field: 'notes', above: 1, below: noted });
        expect(wrong, 'folded twice').to.equal(0);
      }
      const active = (): number => projectors.filter(({ projector }) => projector.active()).length;
      await until('one of them keeps it', () => active() === 1);
      reader.close();
      await Promise.all(projectors.map(({ projector }) => projector.close()));
      await Promise.all(presences.map((presence) => presence.leave()));
      await records.close();
      await events.close();
    });
  });
}
