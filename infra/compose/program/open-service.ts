import type { Service } from '../../../clients/command-line/program/verb.js';
import { findDataFolder } from '../../embedded/data-folder.js';
import { commandConfig } from '../commands/command-config.js';
import { mutedLog } from '../commands/muted-log.js';
import type { Platform, PlatformOptions } from '../platform/platform.js';
import { ArchiveInUse, servedPlatform, servingAddress } from '../process/archive-in-use.js';
import { callsOf, callsOfOwn } from './calls-of.js';
import { inUseFault, noArchiveFault } from '../process/opening-faults.js';
import { requireServer } from './require-server.js';
import type { WhichArchive } from './which-archive.js';

/** How a service is opened. */
export interface OpenServiceOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the user typed, as `muniment preserve`. */
  readonly command: string;
  /** Whether a missing data folder is made. */
  readonly mayCreate: boolean;
  /** How long a data folder is waited for that another process has; 10 seconds by default. */
  readonly waitMs?: number | undefined;
  /** Ends the wait, which rejects with the reason. */
  readonly signal: AbortSignal;
  /** Tells the user what is waited for. */
  readonly say: (line: string) => void;
  /** Replacements for tests. */
  readonly platform?: PlatformOptions;
}

/** A service for one command. */
export interface OpenedService {
  readonly service: Service;
  /** The platform that was started for the command; null where one was running. */
  readonly own: Platform | null;
  /** Ends the platform that was started. */
  close(): Promise<void>;
}

const running = async (address: string, options: OpenServiceOptions): Promise<OpenedService> => {
  await requireServer(address, options.signal);
  const authHeaders = callsOf(address, options.environment);
  return {
    service: { preservation: address, authHeaders, isOwn: false },
    own: null,
    close: () => Promise.resolve(),
  };
};

const start = async (path: string, options: OpenServiceOptions): Promise<Platform> => {
  const { environment, command, waitMs, signal, say, platform = {} } = options;
  const config = commandConfig({ ...environment, MUNIMENT_DATA: path });
  const [{ startPlatform }, { openLog }] = await Promise.all([
    import('../platform/platform.js'),
    import('../../log/logger.js'),
  ]);
  const waiting = {
    signal,
    limitMs: config.waitMs,
    onWait: (what: string) => say(`Waiting for ${what}, which does not answer`),
  };
  const log = mutedLog(platform.log ?? openLog(config.logLevel), () => signal.aborted);
  const started = await startPlatform(config, { ...platform, command, log, waiting, lockWaitMs: waitMs });
  if (!signal.aborted) return started;
  await started.stop();
  throw signal.reason;
};

const started = async (path: string, options: OpenServiceOptions): Promise<OpenedService> => {
  const own = await start(path, options);
  const { preservation } = own.ready;
  const service = { preservation, authHeaders: callsOfOwn(preservation, options.environment), isOwn: true };
  return { service, own, close: () => own.stop() };
};

/** Whether a platform with these settings keeps anything in its data folder. */
const isOnFolder = ({ environment }: OpenServiceOptions): boolean => {
  const { eventStore, mongodb, s3 } = commandConfig(environment).servers;
  return eventStore === null || mongodb === null || s3 === null;
};

/**
 * Opens the service of an archive: the one that is named, or that runs on the data folder, else one that is started in
 * this process until it is closed. Rejects with CommandFault, and with the faults of a start.
 */
export const openService = async (which: WhichArchive, options: OpenServiceOptions): Promise<OpenedService> => {
  if (which.kind === 'server') return running(which.address, options);
  const { path } = which;
  if (!options.mayCreate && (await findDataFolder(path)) === null && isOnFolder(options)) throw noArchiveFault(path);
  const address = (await servedPlatform(path))?.preservation ?? null;
  if (address !== null) return running(address, options);
  try {
    return await started(path, options);
  } catch (error) {
    if (!(error instanceof ArchiveInUse)) throw error;
    const held = servingAddress(error);
    if (held === null) throw inUseFault(path, error);
    return running(held, options);
  }
};
