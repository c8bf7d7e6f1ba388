import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openProjectors } from '../../projections/read-models.js';
import { present } from '../../test/workers/support/present.js';
import { cpuSecondsSince, secondsOf } from '../measure.js';

/** What building all views of a log took, in seconds; the processor time is that of all threads. */
export interface MeasuredRebuild {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

const [data = ''] = process.argv.slice(2);
const events = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
const documents = openDocumentStore(join(data, 'documents.sqlite'));
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
