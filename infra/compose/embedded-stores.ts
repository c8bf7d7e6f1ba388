import { catalogue } from '../../events/catalogue.js';
import { createCodec } from '../../events/codec.js';
import type { EventStore } from '../../events/store.js';
import type { ByteStore } from '../../formats/bytes.js';
import type { DocumentStore } from '../../projections/documents.js';
import type { Config } from '../config.js';
import { openDataFolder, type DataFolder } from '../embedded/data-folder.js';
import { openDocumentStore } from '../embedded/documents/document-store.js';
import { openEventStore } from '../embedded/event-store/event-store.js';
import { engineByteStore } from '../embedded/objects/byte-store.js';
import type { ObjectEngine } from '../embedded/objects/engine.js';
import { openObjectEngine } from '../embedded/objects/open-object-engine.js';
import type { Parts } from './parts.js';
import { workspaceBuckets } from './workspace-buckets.js';

/** What the loops of the platform stand on. */
export interface Ports {
  readonly events: EventStore;
  readonly bytes: ByteStore;
  readonly documents: DocumentStore;
}

export interface EmbeddedStores {
  readonly folder: DataFolder;
  /** Behind the byte store, for the S3 endpoint to serve. */
  readonly engine: ObjectEngine;
  readonly ports: Ports;
}

/** Opens the data folder and every store in it. The event log comes first: its lock says whose folder it is. */
export const openEmbeddedStores = async (config: Config, now: () => Date, parts: Parts): Promise<EmbeddedStores> => {
  const { data, buckets } = config;
  const folder = await openDataFolder(data);
  const events = parts.keep('event store', openEventStore(folder.events, createCodec(catalogue)), (it) => it.close());
  const engine = parts.keep(
    'object store',
    await openObjectEngine({
      folder: folder.path,
      now,
      buckets: [
        ...workspaceBuckets(config).map((name) => ({ name, layout: 'indexed' }) as const),
        { name: buckets.staging, layout: 'indexed' },
        { name: buckets.repository, layout: 'plain', root: folder.ocfl },
      ],
    }),
    (it) => it.close(),
  );
  const documents = parts.keep('document store', openDocumentStore(folder.documents), (it) => it.close());
  return { folder, engine, ports: { events, bytes: engineByteStore(engine), documents } };
};
