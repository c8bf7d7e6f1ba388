import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import { cause } from '../../../events/cause.js';
import type { EventStore } from '../../../events/store.js';
import type { SharedRecords } from '../../../flow/shared-records.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import type { DocumentStore } from '../../../projections/documents.js';
import { ConfigFault, type Config } from '../../config/config.js';
import { openDataFolder, type DataFolder } from '../../embedded/data-folder.js';
import { openDocumentStore, type EmbeddedDocumentStore } from '../../embedded/documents/document-store.js';
import { openEventStore, type EmbeddedEventStore } from '../../embedded/event-store/event-store.js';
import { openSharedRecords } from '../../embedded/shared-records.js';
import { engineByteStore } from '../../embedded/byte-store.js';
import { type ObjectEngine, openObjectEngine } from '../../embedded/s3-server/s3-server.js';
import type { Setting } from '../../config/setting.js';
import { settings as known } from '../../config/settings.js';
import type { ProcessParts } from '../process/process-parts.js';
import { lostNamesText } from './lost-names.js';
import { requireBuckets } from './require-buckets.js';
import { whenAvailable } from '../process/when-available.js';
import { USUAL_WAIT_MS, whenFree } from '../process/when-free.js';
import { bucketsOfRoles } from './bucket-rights.js';
import { clientBuckets } from './client-buckets.js';

/** The ports that the loops of the platform use. */
export type Ports = Pick<ProcessParts, 'events' | 'bytes' | 'documents' | 'records'>;

/** The stores of a process, and its data folder. */
export interface Stores {
  readonly ports: Ports;
  /** Null where servers store everything. */
  readonly folder: DataFolder | null;
  /** The engine of the byte store, for the S3 endpoint; null where an S3 server has the objects. */
  readonly engine: ObjectEngine | null;
  /** Why the disk refuses what a store of the data folder writes; null while all is well. */
  readonly fault: () => Error | null;
  /** The name of the lock that this process holds until its end; null where it shares everything. */
  readonly lock: string | null;
}

/** What opening a store uses. */
export type OpenOptions = Pick<ProcessParts, 'config' | 'folder' | 'disposal' | 'now' | 'log'>;

/** What a process that waits for servers and for its data folder uses besides. */
export interface ServerOpenOptions extends OpenOptions, Pick<ProcessParts, 'waiting'> {
  /** How long a data folder is waited for that another process has; 10 seconds by default. */
  readonly lockWaitMs?: number | undefined;
}

/** The folder, which is open wherever a store needs it. */
const requireFolder = (folder: DataFolder | null): DataFolder => {
  if (folder === null) throw new Error('A store was opened without a data folder.');
  return folder;
};

/** Opens a client; throws ConfigFault, with the setting's name, for an address that it cannot parse. */
const withSettingName = <Store>({ variable }: Setting, open: () => Store): Store => {
  try {
    return open();
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    throw new ConfigFault(`The settings are not valid: ${variable} cannot be used: ${why}.`, { cause: error });
  }
};

// The clients of servers are loaded where a server is used: they take as long as the rest of the start.

/** Opens the event log of the settings; one in a data folder is waited for while another process has it. */
export const openEvents = async ({
  config,
  folder,
  disposal,
  log,
  waiting: { signal },
  lockWaitMs = USUAL_WAIT_MS,
}: ServerOpenOptions): Promise<EventStore & Partial<Pick<EmbeddedEventStore, 'fault'>>> => {
  const codec = createCodec(catalogue);
  const { eventStore } = config.servers;
  if (eventStore === null) {
    const { path, events } = requireFolder(folder);
    const waited = { folder: path, log: events, waitMs: lockWaitMs, signal };
    const store = await whenFree(waited, () => openEventStore(events, codec));
    return disposal.keep('event store', store, (it) => it.close());
  }
  const { openEventStoreDb } = await import('../../eventstoredb/event-store.js');
  const settings = { connectionString: eventStore.url, codec, log: log('eventstoredb') };
  const store = withSettingName(known.eventStoreUrl, () => openEventStoreDb(settings));
  return disposal.keep('event store', store, (it) => it.close());
};

/** Opens the read models of the settings. */
export const openDocuments = async ({
  config,
  folder,
  disposal,
}: OpenOptions): Promise<DocumentStore & Partial<Pick<EmbeddedDocumentStore, 'fault'>>> => {
  const { mongodb } = config.servers;
  if (mongodb === null)
    return disposal.keep('document store', openDocumentStore(requireFolder(folder).documents), (it) => it.close());
  const { openMongoDocumentStore } = await import('../../mongodb/document-store.js');
  const store = withSettingName(known.mongodbUrl, () => openMongoDocumentStore(mongodb));
  return disposal.keep('document store', store, (it) => it.close());
};

/** Opens the shared records: beside the read models, since all processes that share a log share those too. */
const openRecords = async ({ config, folder, disposal }: OpenOptions): Promise<SharedRecords> => {
  const { mongodb } = config.servers;
  if (mongodb === null)
    return disposal.keep('shared records', openSharedRecords(requireFolder(folder).sharedRecords), (it) => it.close());
  const { openMongoSharedRecords } = await import('../../mongodb/shared-records.js');
  const records = withSettingName(known.mongodbUrl, () => openMongoSharedRecords(mongodb));
  return disposal.keep('shared records', records, (it) => it.close());
};

/** Opens the object store of a data folder. */
export const openEngine = async ({ config, folder, disposal, now, log }: OpenOptions): Promise<ObjectEngine> => {
  const { buckets } = config;
  const { path, ocfl } = requireFolder(folder);
  const engine = await openObjectEngine({
    folder: path,
    now,
    onLeftover: (left, error) =>
      log('objects').warn('A file or folder could not be removed, and is tried again later', {
        path: left,
        ...cause(error),
      }),
    buckets: [
      ...clientBuckets(config).map((name) => ({ name, layout: 'indexed' }) as const),
      { name: buckets.staging, layout: 'indexed' },
      { name: buckets.repository, layout: 'plain', root: ocfl },
    ],
  });
  const lost = lostNamesText(engine, folder);
  if (lost !== null) log('start').error('The names of objects were lost', { says: lost });
  return disposal.keep('object store', engine, (it) => it.close());
};

/** The first database of the folder that this process opens exclusively. */
const lockOf = ({ servers: { eventStore, mongodb } }: Config, folder: DataFolder | null): string | null => {
  if (folder === null) return null;
  const database = eventStore === null ? 'events' : mongodb === null ? 'documents' : 'objects';
  return `${database}@${folder.id}`;
};

/** Opens the stores of the settings. The event log comes first: its lock reserves the data folder. */
export const openStores = async (opening: Omit<ServerOpenOptions, 'folder'>): Promise<Stores> => {
  const { eventStore, mongodb, s3 } = opening.config.servers;
  const embedded = eventStore === null || mongodb === null || s3 === null;
  const folder = embedded ? await openDataFolder(opening.config.data) : null;
  if (folder?.isNew === true)
    opening.log('start').info('The data folder did not exist, and was created', { folder: folder.path });
  if (folder?.openToOthers === true) {
    const tightened = `chmod go= ${folder.path}`;
    opening.log('start').warn('Other users of this machine can read the data folder', { tightened });
  }
  const within = { ...opening, folder };
  const events = await openEvents(within);
  const engine = s3 === null ? await openEngine(within) : null;
  const bytes = engine === null ? await openObjects(within) : engineByteStore(engine);
  const documents = await openDocuments(within);
  const ports = { events, bytes, documents, records: await openRecords(within) };
  const fault = (): Error | null => events.fault?.() ?? engine?.fault() ?? documents.fault?.() ?? null;
  return { ports, folder, engine, fault, lock: lockOf(opening.config, folder) };
};

/** Opens the objects; an S3 server is probed first for what it supports, unless no role of this process uses objects. */
const openObjects = async ({ config, disposal, log, waiting }: ServerOpenOptions): Promise<ObjectStore> => {
  const { s3 } = config.servers;
  if (s3 === null) throw new Error('An S3 store was opened without an address.');
  const { endpoint, region, pathStyle, singleCopyBytes } = s3;
  const address = { region, forcePathStyle: pathStyle, ...(endpoint === null ? {} : { endpoint }) };
  const settings = { ...address, singleCopyLimit: singleCopyBytes };
  const place = { bucket: config.buckets.staging, prefix: '' };
  const s3Log = log('s3');
  const [{ openS3ByteStore }, { openProbedStore }, { rememberingHeads }] = await Promise.all([
    import('../../s3/byte-store.js'),
    import('../../s3/probing/open-probed-store.js'),
    import('../../s3/remembered-heads.js'),
  ]);
  const buckets = bucketsOfRoles(config);
  if (buckets.length > 0)
    await whenAvailable('the object store', waiting, () => requireBuckets(openS3ByteStore(settings), buckets));
  const store =
    buckets.length > 0
      ? await whenAvailable('the object store', waiting, () => openProbedStore(settings, place, s3Log))
      : openS3ByteStore(settings);
  return disposal.keep('object store', rememberingHeads(store), (it) => {
    it.close();
    return Promise.resolve();
  });
};
