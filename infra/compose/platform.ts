import { randomUUID } from 'node:crypto';
import type { Services } from '../../commands/services.js';
import { keepReadModels } from '../../projections/read-models.js';
import { prepareRepository } from '../../workers/prepare-repository.js';
import type { Config } from '../config.js';
import { openLog, type NamedLog } from '../log/logger.js';
import { openEmbeddedStores, type Ports } from './embedded-stores.js';
import { openServices } from './open-services.js';
import { Parts } from './parts.js';
import { settled } from './settled.js';
import { startWorkers } from './start-workers.js';
import { version } from './version.js';

export type { Ports } from './embedded-stores.js';

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
  /** Tests put themselves between the loops and their ports. */
  readonly ports?: (ports: Ports) => Ports;
  readonly log?: (subsystem: string) => NamedLog;
  readonly now?: () => Date;
}

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
  const { buckets } = config;

  const stores = await openEmbeddedStores(config, now, parts);
  const { events, bytes, documents } = between(stores.ports);
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
  const keeper = parts.keep(
    'read models',
    keepReadModels({
      events,
      documents,
      holder: randomUUID(),
      takeoverAfterMs: 0, // the data folder is open to one process alone: every other keeper is dead
      onFault: (view, error) => viewLog.warn('A view broke and is begun again', { view, error }),
    }),
    (it) => it.close(),
  );
  const workers = await startWorkers(services, keeper.readModels, log('workers'), parts);
  const addresses = await openServices({ config, services, views: keeper.readModels, stores, log, now }, parts);
  return {
    ready: { ready: true, ...addresses, data: stores.folder.path },
    settle: () => settled({ events, views: keeper.views, ...workers }),
    stop: () => parts.close(),
  };
};
