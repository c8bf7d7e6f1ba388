import type { Archive } from '../../../clients/archive/archive.js';
import { findDataFolder } from '../../embedded/data-folder.js';
import { ArchiveInUse, servingAddress } from '../process/archive-in-use.js';
import { optimizeAfter } from '../process/late-optimizing.js';
import { USUAL_WAIT_MS, whenFree } from '../process/when-free.js';
import { inUseFault, noArchiveFault, unreadableFault } from '../process/opening-faults.js';
import type { WhichArchive } from './which-archive.js';

/** How an archive is opened. */
export interface OpenArchiveOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long a data folder is waited for that another process writes; 10 seconds by default. */
  readonly waitMs?: number | undefined;
  /** Ends the wait, which rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Most of those who look into a folder have ended by then. */
const UNOPTIMIZED_MS = 2_000;

// What one of the ways needs is loaded by it: a small archive is listed in the time of loading the rest.

const overHttp = async (address: string, { environment, signal }: OpenArchiveOptions): Promise<Archive> => {
  const [{ requireServer }, { httpArchive }, { callsOf }] = await Promise.all([
    import('./require-server.js'),
    import('../../../clients/api/http-archive.js'),
    import('./calls-of.js'),
  ]);
  await requireServer(address, signal);
  return httpArchive(address, { authHeaders: callsOf(address, environment) });
};

const inFolder = async (path: string, { waitMs = USUAL_WAIT_MS, signal }: OpenArchiveOptions): Promise<Archive> => {
  const folder = await findDataFolder(path);
  if (folder === null) throw noArchiveFault(path);
  optimizeAfter(UNOPTIMIZED_MS);
  const [{ openLocalStores }, { localArchive }] = await Promise.all([
    import('./local/local-stores.js'),
    import('./local/local-archive.js'),
  ]);
  const waited = { folder: path, log: folder.events, waitMs, signal };
  try {
    return localArchive(await whenFree(waited, () => openLocalStores(folder)));
  } catch (error) {
    throw unreadableFault(path, folder, error);
  }
};

/**
 * Opens an archive to look at it: over the server that is named, or the platform that has the data folder, else the
 * folder itself, which is shared with others who look and is not changed. Rejects with CommandFault.
 */
export const openArchive = async (which: WhichArchive, options: OpenArchiveOptions): Promise<Archive> => {
  if (which.kind === 'server') return overHttp(which.address, options);
  try {
    return await inFolder(which.path, options);
  } catch (error) {
    if (!(error instanceof ArchiveInUse)) throw error;
    const address = servingAddress(error);
    if (address === null) throw inUseFault(which.path, error);
    return overHttp(address, options);
  }
};
