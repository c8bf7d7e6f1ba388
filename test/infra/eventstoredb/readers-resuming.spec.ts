import { randomUUID } from 'node:crypto';
import { intoEmptyBroker } from '../../workers/support/into-empty-broker.js';
import { expect } from 'chai';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { Fact, Position } from '../../../events/envelope.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import { openEventStoreDb, type EventStoreDb } from '../../../infra/eventstoredb/event-store.js';
import { jobs } from '../../../projections/jobs/jobs.js';
import { openProjector } from '../../../projections/projector/projector.js';
import type { Projection } from '../../../projections/projection.js';
import { repository } from '../../../projections/repository/repository.js';
import { platformFact } from '../../support/facts/platform-fact.js';
import { relay } from '../../../workers/relay.js';
import { keepLast } from '../../support/eventstoredb/keep-last.js';
import type { ServerVersion } from '../../support/eventstoredb/node.js';
import { startEventStoreDb, type EventStoreDbServer } from '../../support/eventstoredb/server.js';
import { identityOf, silent } from '../../workers/support/log-of-facts.js';
import { alone } from '../../support/alone.js';

const VERSIONS: readonly ServerVersion[] = ['23.10', '24.10'];
const PATIENCE_MS = 60_000;
const identity = identityOf('test');

/** Any fact: none of these readers looks into it. */
const fact = () =>
  platformFact<Fact<'LeaseReleased'>>({ type: 'LeaseReleased', data: { name: randomUUID() } }, identity);

for (const version of VERSIONS) {
  describe(`readers that come back where their place was scavenged, on EventStoreDB as ${version} begins`, () => {
    let server: EventStoreDbServer;
    let events: EventStoreDb;
    beforeEach(async () => {
      server = await startEventStoreDb({ version });
      events = openEventStoreDb({ connectionString: server.url, codec: createCodec(catalogue) });
    });
    afterEach(async () => {
      await events.close();
      await server.stop();
    });

    /** Appends to a stream, one fact after the other; each answers its id and place. */
    const writing = (category: string) => {
      const stream = `${category}-${randomUUID()}`;
      let revision = -1n;
      return async (): Promise<{ readonly id: string; readonly position: Position }> => {
        const each = fact();
        const { position } = await events.append(stream, [each], revision++);
        if (revision === 0n && ['lease', 'deposit'].includes(category)) await keepLast(server.url, stream, 1);
        return { id: each.id, position: position! };
      };
    };

    it('the relay publishes every fact behind its checkpoint', async () => {
      const records = openSharedRecords(':memory:');
      const published: string[] = [];
      /** Takes over so many facts, and leaves the relay waiting with those that come after. */
      const start = (most: number) => {
        const publisher = intoEmptyBroker(({ id }) =>
          published.length === most ? new Promise<void>(() => undefined) : Promise.resolve(void published.push(id)),
        );
        return relay({ events, records, publisher, identity, log: silent });
      };
      const [passing, staying] = [writing('deposit'), writing('container')];
      const begin = await passing();
      const gone = await passing();
      const stays = await staying();
      const first = await start(2);
      await first.reached(gone.position);
      await first.stop();
      const last = await passing();
      expect(published).to.deep.equal([begin.id, gone.id]);
      expect(server.scavenge()).to.equal(2);
      const second = await start(Infinity);
      await second.reached(last.position);
      await second.stop();
      expect(published.slice(2)).to.deep.equal([stays.id, last.id]);
    });

    for (const projection of [repository, jobs] as const) {
      const { name } = projection.shape;
      it(`the projector of ${name} hears every fact behind its checkpoint`, async () => {
        const documents = openDocumentStore(':memory:');
        const heard: string[] = [];
        const hearing: Projection<Fact, object> = {
          ...projection,
          touches: (each) => {
            heard.push(each.id);
            return [];
          },
        };
        const keep = () => openProjector(hearing, { events, documents, liveness: alone() }).projector;
        const [sign, write] = [writing('lease'), writing(projection.categories[0] ?? '')];
        const before = await write();
        await sign();
        const place = await sign();
        const first = keep();
        expect(await first.reached(place.position, PATIENCE_MS)).to.equal(true);
        await first.close();
        expect(heard).to.deep.equal([before.id]);
        const stays = [await write(), await write()];
        await sign();
        const removed = server.scavenge();
        expect(removed).to.equal(2);
        const second = keep();
        expect(await second.reached(stays.at(-1)!.position, PATIENCE_MS)).to.equal(true);
        await second.close();
        expect(heard.slice(1)).to.deep.equal(stays.map(({ id }) => id));
        await documents.close();
      });
    }
  });
}
