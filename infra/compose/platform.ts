import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { continueFrom } from '../../commands/continue.js';
import type { Services } from '../../commands/services.js';
import { catalogue } from '../../events/catalogue.js';
import { createCodec } from '../../events/codec.js';
import type { EventStore } from '../../events/store.js';
import type { ByteStore } from '../../formats/bytes.js';
import { groupReader } from '../../gateways/group-reader.js';
import { developmentIdentity } from '../../gateways/identify.js';
import { createPreservationApp } from '../../gateways/preservation-app.js';
import { createStorageApp } from '../../gateways/storage-app.js';
import type { DocumentStore } from '../../projections/documents.js';
import { openReadModels } from '../../projections/read-models.js';
import { openDesk } from '../../workers/desk.js';
import { hearOfImports, importing } from '../../workers/importer/importer.js';
import { sweeper } from '../../workers/importer/sweeper.js';
import { prepareRepository } from '../../workers/prepare-repository.js';
import { relay } from '../../workers/relay.js';
import { steward } from '../../workers/steward.js';
import type { Config } from '../config.js';
import { inProcessBroker } from '../embedded/broker/in-process-broker.js';
import { openDataFolder } from '../embedded/data-folder.js';
import { openDocumentStore } from '../embedded/documents/document-store.js';
import { openEventStore } from '../embedded/event-store/event-store.js';
import { engineByteStore } from '../embedded/objects/byte-store.js';
import { openObjectEngine } from '../embedded/objects/open-object-engine.js';
import { openS3Endpoint } from '../embedded/s3-endpoint/endpoint.js';
import { openLog, type NamedLog } from '../log/logger.js';
import { clientCredential } from './client-credential.js';
import { listen, listenFault } from './listen.js';
import { Parts } from './parts.js';
import { refusedGroups, withholding } from './refused-groups.js';
import { settled } from './settled.js';
import { version } from './version.js';

/** What the loops of the platform stand on; tests put themselves between. */
export interface Ports {
  readonly events: EventStore;
  readonly bytes: ByteStore;
  readonly documents: DocumentStore;
}

/** Where a platform that is ready can be reached; `npm start` prints it as one line of JSON. */
export interface Ready {
  readonly ready: true;
  readonly preservation: string;
  readonly storage: string;
  readonly s3: Readonly<{
    endpoint: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    workspaceBucket: string;
    repositoryBucket: string;
  }>;
  /** Absolute path of the data folder. */
  readonly data: string;
}

export interface Platform {
  readonly ready: Ready;
  /** Resolves when nothing is under way any more: every fact is seen by every loop, and no job is in hand. */
  settle(): Promise<void>;
  /** Takes nothing more on, lets what is under way come to a safe point, and closes everything. */
  stop(): Promise<void>;
}

export interface PlatformOptions {
  readonly ports?: (ports: Ports) => Ports;
  readonly log?: (subsystem: string) => NamedLog;
  readonly now?: () => Date;
}

const REGION = 'us-east-1';
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;
const JOBS_AT_ONCE = 2;

/**
 * Starts the embedded platform: the same loops as anywhere, on adapters that need nothing but a folder. Rejects with a
 * fault whose message is a sentence for the operator (ConfigFault, DataFolderFault, ListenFault, store faults).
 */
export const startPlatform = async (config: Config, options: PlatformOptions = {}): Promise<Platform> => {
  const parts = new Parts();
  try {
    return await assemble(config, options, parts);
  } catch (error) {
    await parts.close().catch(() => undefined); // what brought the start down matters more
    throw error;
  }
};

const assemble = async (config: Config, options: PlatformOptions, parts: Parts): Promise<Platform> => {
  const { ports: between = (ports) => ports, now = () => new Date() } = options;
  const log = options.log ?? openLog(config.logLevel);
  const { host, buckets } = config;

  const folder = await openDataFolder(config.data);
  const eventStore = parts.keep('event store', openEventStore(folder.events, createCodec(catalogue)), (it) =>
    it.close(),
  );
  const engine = parts.keep(
    'object store',
    await openObjectEngine({
      folder: folder.path,
      now,
      buckets: [
        { name: buckets.workspace, layout: 'indexed' },
        { name: buckets.staging, layout: 'indexed' },
        { name: buckets.repository, layout: 'plain', root: folder.ocfl },
      ],
    }),
    (it) => it.close(),
  );
  const documentStore = parts.keep('document store', openDocumentStore(folder.documents), (it) => it.close());
  const { events, bytes, documents } = between({
    events: eventStore,
    bytes: engineByteStore(engine),
    documents: documentStore,
  });
  const services: Services = {
    events,
    bytes,
    now,
    producer: version,
    metsAgent: config.metsAgent,
    places: {
      workspaceBucket: buckets.workspace,
      repository: { bucket: buckets.repository, prefix: '' },
      staging: { bucket: buckets.staging, prefix: '' },
    },
  };
  await prepareRepository(services);

  const viewLog = log('projections');
  const views = parts.keep(
    'read models',
    await openReadModels({
      events,
      documents,
      onFault: (view, error) => viewLog.warn('A view broke and is begun again', { view, error: String(error) }),
    }),
    (it) => it.close(),
  );

  const identity = { holder: `${hostname()}:${process.pid}:${randomUUID()}`, producer: version, now };
  const workerLog = log('workers');
  const broker = parts.keep(
    'broker',
    inProcessBroker({
      onParked: ({ group, fact, reason }) =>
        workerLog.error('A fact was parked and needs a person', { group, fact: fact.id, stream: fact.stream, reason }),
    }),
    (it) => it.close(),
  );
  const desk = parts.keep(
    'desk',
    openDesk({
      trade: importing({ services, identity, log: workerLog, claimable: () => views.jobResults.claimable() }),
      events,
      identity,
      log: workerLog,
      slots: JOBS_AT_ONCE,
      takeoverAfterMs: 0, // the data folder is open to one process alone: every other holder is dead
    }),
    (it) => it.stop(),
  );
  await hearOfImports(broker, desk);
  const keepFollower = async <Follower extends { stop(): Promise<void> }>(name: string, follower: Promise<Follower>) =>
    parts.keep(name, await follower, (it) => it.stop());
  const followers = [
    await keepFollower('relay', relay({ events, outbox: broker, identity, log: workerLog })),
    await keepFollower(
      'steward',
      steward({ events, continueFrom: (fact) => continueFrom(services, fact), identity, log: workerLog }),
    ),
    await keepFollower('sweeper', sweeper({ services, identity, log: workerLog })),
  ];

  const s3 = parts.keep(
    'S3 endpoint',
    await openS3Endpoint({
      engine,
      host,
      port: config.ports.s3,
      region: REGION,
      credentials: [clientCredential(folder.credentials, buckets)],
      now,
      log: log('s3'),
    }).catch((error: unknown) => {
      throw listenFault('S3 endpoint', host, config.ports.s3, error);
    }),
    (it) => it.close(),
  );
  const open = async (what: string, port: number) =>
    parts.keep(what, await listen(what, host, port), (it) => it.close());
  const preservation = await open('preservation service', config.ports.preservation);
  const storage = await open('storage service', config.ports.storage);

  const refused = await refusedGroups(services, views.repository);
  for (const { group, reason } of refused) log('start').error('An archival group is not served', { group, reason });
  const common = {
    services,
    views,
    groups: withholding(groupReader(services), refused),
    identify: developmentIdentity(config.developmentIdentity),
    bodyLimitBytes: BODY_LIMIT_BYTES,
    baseUrls: {
      preservation: config.baseUrls.preservation ?? preservation.address,
      storage: config.baseUrls.storage ?? storage.address,
    },
  };
  preservation.serve(createPreservationApp({ ...common, log: log('preservation') }));
  storage.serve(createStorageApp({ ...common, log: log('storage') }));

  return {
    ready: {
      ready: true,
      preservation: preservation.address,
      storage: storage.address,
      s3: {
        endpoint: s3.endpoint,
        region: REGION,
        ...folder.credentials,
        workspaceBucket: buckets.workspace,
        repositoryBucket: buckets.repository,
      },
      data: folder.path,
    },
    settle: () => settled({ events, views: views.views, followers, desk, broker }),
    stop: () => parts.close(),
  };
};
