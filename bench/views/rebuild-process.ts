import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openEventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { openMongoDocumentStore } from '../../infra/mongodb/document-store.js';
import { openProjectors } from '../../projections/read-models.js';
import { present } from '../../test/workers/support/present.js';
import { cpuSecondsSince, secondsOf } from '../measure.js';

/** What building all views of a log took, in seconds; the processor time is that of all threads of the process. */
export interface MeasuredRebuild {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** A data folder, or the addresses of an event store and a database on servers. */
const [place = '', mongodb] = process.argv.slice(2);
const codec = createCodec(catalogue);
const events =
  mongodb === undefined
    ? openEventStore(join(place, 'events.sqlite'), codec)
    : openEventStoreDb({ connectionString: place, codec });
const documents =
  mongodb === undefined
    ? openDocumentStore(join(place, 'documents.sqlite'))
    : openMongoDocumentStore({ url: mongodb, database: `views-${randomUUID()}` });
const presence = present(randomUUID());
const before = process.cpuUsage();
const onFault = (view: string, fault: unknown): void => console.error(view, fault);
const views = openProjectors({ events, documents, liveness: presence, onFault });
const seconds = await secondsOf(() => views.readModels.complete(3_600_000));
const measured: MeasuredRebuild = { seconds, cpuSeconds: cpuSecondsSince(before) };
console.log(JSON.stringify(measured));
await views.close();
await presence.leave();
await documents.close();
await events.close();
