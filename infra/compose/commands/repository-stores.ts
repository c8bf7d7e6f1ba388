import { stat } from 'node:fs/promises';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { EventStore } from '../../../events/store.js';
import type { DocumentStore } from '../../../projections/documents.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import type { Config } from '../../config/config.js';
import { findDataFolder, openDataFolder, type DataFolder } from '../../embedded/data-folder.js';
import { engineByteStore } from '../../embedded/byte-store.js';
import { plainRootReader } from '../../embedded/plain-root-reader.js';
import { noArchiveFault } from '../process/opening-faults.js';
import type { Interruptible } from './within-session.js';
import { lostNamesText } from '../stores/lost-names.js';
import { requireBuckets } from '../stores/require-buckets.js';
import { openDocuments, openEngine, openEvents, type ServerOpenOptions, type OpenOptions } from '../stores/stores.js';
import { whenAvailable } from '../process/when-available.js';
import { byteStoreRootReader, type StorageRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';

/** What a command uses that reads a repository directly from its stores. */
export interface RepositoryStores extends Pick<Dependencies, 'events' | 'bytes' | 'places'> {
  readonly storageRoot: StorageRootReader;
  /** Tells of files whose names were lost; null where there are none. */
  readonly lostNames: string | null;
  /** Opens the read models; null where this process cannot reach any. Rejects with the port's faults. */
  readonly documents: () => Promise<DocumentStore | null>;
}

/** Whether a missing data folder is made, and who is told. */
export type Missing = { readonly made: (archive: string) => void } | 'refused';

interface NeededFolder {
  readonly folder: DataFolder | null;
  readonly isMade: boolean;
}

const NONE: NeededFolder = { folder: null, isMade: false };

const neededFolder = async ({ config: { data }, archive }: Interruptible, missing: Missing): Promise<NeededFolder> => {
  const isMade = (await findDataFolder(data)) === null;
  if (isMade && missing === 'refused') throw noArchiveFault(archive);
  return { folder: await openDataFolder(data), isMade };
};

/** The read models; null for a data folder without them, or whose platform uses a server for the log. */
const existingDocuments = async (opening: OpenOptions): Promise<DocumentStore | null> => {
  const { folder } = opening;
  const { eventStore, mongodb } = opening.config.servers;
  if (mongodb !== null) return openDocuments(opening);
  if (eventStore !== null || folder === null) return null;
  return (await stat(folder.documents).catch(() => null)) === null ? null : openDocuments(opening);
};

type Objects = Pick<RepositoryStores, 'bytes' | 'storageRoot' | 'lostNames'>;

const ofServer = async (
  { config, disposal, waiting }: ServerOpenOptions,
  s3: NonNullable<Config['servers']['s3']>,
): Promise<Objects> => {
  const { endpoint, region, pathStyle } = s3;
  const settings = { region, forcePathStyle: pathStyle, ...(endpoint === null ? {} : { endpoint }) };
  const { openS3ByteStore } = await import('../../s3/byte-store.js');
  const { repository, staging } = config.buckets;
  const buckets = [repository, staging];
  await whenAvailable('the object store', waiting, () => requireBuckets(openS3ByteStore(settings), buckets));
  const bytes = disposal.keep('object store', openS3ByteStore(settings), (it) => {
    it.close();
    return Promise.resolve();
  });
  return { bytes, storageRoot: byteStoreRootReader(bytes, repository), lostNames: null };
};

const ofFolder = async (opening: OpenOptions, folder: DataFolder): Promise<Objects> => {
  const engine = await openEngine(opening);
  return {
    bytes: engineByteStore(engine),
    storageRoot: plainRootReader(engine, opening.config.buckets.repository, folder.ocfl),
    lostNames: lostNamesText(engine, folder),
  };
};

const openedLog = async (opening: ServerOpenOptions): Promise<EventStore> => {
  const events = await openEvents(opening);
  await whenAvailable('the event store', opening.waiting, () => events.head());
  return events;
};

/** Opens the event log alone, as `openRepositoryStores` does. */
export const openLogOfEvents = async (opening: Interruptible): Promise<EventStore> => {
  const { eventStore } = opening.config.servers;
  const { folder } = eventStore === null ? await neededFolder(opening, 'refused') : NONE;
  return openedLog({ ...opening, folder });
};

/**
 * Opens the event log and the objects for a command: a data folder exclusively, servers together with other users, and
 * without the writes by which a store is probed. Waits for servers that are unavailable. Rejects with the faults of the
 * ports, and with CommandFault where there is no data folder and none is made.
 */
export const openRepositoryStores = async (
  opening: Interruptible,
  missing: Missing = 'refused',
): Promise<RepositoryStores> => {
  const { config } = opening;
  const { buckets, servers } = config;
  const { s3 } = servers;
  const needed = servers.eventStore === null || s3 === null ? await neededFolder(opening, missing) : NONE;
  const { folder } = needed;
  const events = await openedLog({ ...opening, folder }); // opened first: its lock reserves the data folder
  let documents: Promise<DocumentStore | null> | null = null;
  const objects =
    s3 !== null || folder === null
      ? await ofServer({ ...opening, folder }, s3 ?? noObjects())
      : await ofFolder({ ...opening, folder }, folder);
  const places = placesIn(buckets);
  if (needed.isMade && missing !== 'refused') {
    await prepareRepository({ bytes: objects.bytes, places });
    missing.made(opening.archive);
  }
  return {
    ...{ events, places },
    documents: () => (documents ??= existingDocuments({ ...opening, folder })),
    ...objects,
  };
};

const placesIn = (buckets: Config['buckets']): RepositoryStores['places'] => ({
  workspaceBucket: buckets.workspace,
  exports: [],
  repository: { bucket: buckets.repository, prefix: '' },
  staging: { bucket: buckets.staging, prefix: '' },
});

const noObjects = (): never => {
  throw new Error('Neither a server nor a data folder has the objects.');
};
