import { randomUUID } from 'node:crypto';
import { allEnded } from '../../../flow/all-ended.js';
import type { BuildState } from '../../../gateways/console/unbuilt-page.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';
import type { Config } from '../../config/config.js';
import { rightsOf } from '../../config/rights/rights-of-roles.js';
import { openLog, type NamedLog } from '../../log/logger.js';
import { onceWhileItLasts } from '../../log/once-while-it-lasts.js';
import { measuredBytes, measuredEvents } from '../../metrics/measured.js';
import { openMetrics, type Metrics } from '../../metrics/metrics.js';
import { type ConnectionBounds, oncePerInterval } from '../serving/connection-bounds.js';
import { openIdentityService } from '../serving/open-identity-service.js';
import { openHttpServers, serveHttp } from '../serving/http-servers.js';
import { connectionsWithin, mostOpenFiles } from '../serving/open-files.js';
import { serveObjects } from '../serving/serve-objects.js';
import { obeyedSources } from '../serving/obeyed-sources.js';
import { watchClock } from '../serving/clock-watch.js';
import { faultsOf } from '../serving/faults.js';
import { countJobs } from '../serving/count-jobs.js';
import { openOperations, showOperations, type FaultSource } from '../serving/operations.js';
import { childrenOfViews } from '../serving/children-of-views.js';
import { dependenciesOn } from './dependencies-on.js';
import { announce, readyOf, type ProcessReady } from './process-ready.js';
import { DisposalStack } from '../process/disposal-stack.js';
import type { ProcessParts } from '../process/process-parts.js';
import { scratchFolder } from '../process/scratch-folder.js';
import { probeTemporaryFiles } from '../serving/temporary-files.js';
import { watchProgress, type LogReader } from '../process/progress.js';
import { requireReadersOfLog } from '../stores/require-readers-of-log.js';
import { settled } from './settled.js';
import { keepSnapshots } from '../search/index-snapshots.js';
import { openSearchIndexes } from '../search/search-indexes.js';
import { openStores, type Ports } from '../stores/stores.js';
import { viewBuilds } from '../workers/view-builds.js';
import { startLoops } from '../workers/start-loops.js';
import { openMetsThreads } from '../../threads/mets-threads.js';
import { whenAvailable, type WaitOptions, withoutLimit } from '../process/when-available.js';

/** A running process. */
export interface PlatformProcess<Ready = ProcessReady> {
  readonly ready: Ready;
  /** The object store that this process serves; null where an S3 server has the objects. */
  readonly engine: ObjectEngine | null;
  /** Why the disk refuses what a store of the data folder writes; null while all is well. */
  readonly fault: () => Error | null;
  /** Resolves when this process is idle: every loop has handled every fact, and no job is running. */
  settle(): Promise<void>;
  /**
   * Drains its services where other processes share the log. Then accepts no more work, lets running work reach a safe
   * point, and closes everything.
   */
  stop(): Promise<void>;
}

/** Replacements for tests, and how to wait. */
export interface PlatformOptions {
  /** What the user of this process typed; `muniment start` by default. */
  readonly command?: string;
  /** Wraps the ports, for tests. */
  readonly ports?: (ports: Ports) => Ports;
  readonly log?: (subsystem: string) => NamedLog;
  readonly now?: () => Date;
  /** How the start waits for unavailable servers; without a limit by default. */
  readonly waiting?: WaitOptions;
  /** How long the start waits for a data folder that another process has; 10 seconds by default. */
  readonly lockWaitMs?: number | undefined;
  /** How far the pages of the console are; by default nothing builds them. */
  readonly consoleBuild?: () => BuildState;
}

/**
 * Starts one process of the platform with the roles in the settings; waits for unavailable servers. Rejects with a
 * fault whose message is a sentence for the operator (ConfigFault, DataFolderFault, ListenFault, store faults).
 */
export const startProcess = async (config: Config, options: PlatformOptions = {}): Promise<PlatformProcess> => {
  const disposal = new DisposalStack();
  try {
    return await assemble(config, options, disposal);
  } catch (error) {
    await disposal.close().catch(() => undefined); // the cause of the failed start is more important
    throw error;
  }
};

/** Counts what could not be removed from the data folder of this process, and takes up room there. */
const measureLeftovers = (metrics: Metrics, engine: Pick<ObjectEngine, 'leftovers'> | null): void => {
  if (engine === null) return;
  const help = 'Files and folders that could not be removed, and are tried again later.';
  metrics.gauge('muniment_leftovers', help, [], () => Promise.resolve([{ labels: {}, value: engine.leftovers() }]));
};

/** The limit of connections of this process, and the log message when it is reached. */
const boundsOf = (config: Config, log: NamedLog): Pick<ConnectionBounds, 'connections' | 'onRefused'> => {
  const connections = connectionsWithin(config.connections, mostOpenFiles());
  return {
    connections,
    onRefused: oncePerInterval((why) => log.warn('Connections are refused', { why, connections })),
  };
};

/** So long a start waits for views and search indexes to be built, so that a process is ready at once where there is little to read. */
const AT_ONCE_MS = 1_000;

/** How often each process reads the head of the log to see how far its readers are behind, which alarms count in half minutes. */
const HEAD_EVERY_MS = 5_000;

/** Watches how far the readers of the log are, and the clock. */
const watchLog = async (
  readers: readonly LogReader[],
  { events, now, log, disposal }: Pick<ProcessParts, 'events' | 'now' | 'log' | 'disposal'>,
) => ({
  progress: disposal.keep(
    'progress',
    watchProgress(readers, () => events.head(), HEAD_EVERY_MS),
    (it) => it.close(),
  ),
  clock: disposal.keep('clock watch', await watchClock(events, now, log('start')), (it) => it.close()),
});

/** The ports, with the calls of the log and of the objects counted. */
const measured = (ports: Ports, metrics: Metrics): Ports => ({
  ...ports,
  events: measuredEvents(ports.events, metrics),
  bytes: measuredBytes(ports.bytes, metrics),
});

/** Whether a process has a service. */
const serving = ({ roles }: Config): boolean => roles.includes('preservation') || roles.includes('storage');

/** Waits until the stores can be used, and makes sure that what they hold belongs together. */
const requireStores = async ({
  config,
  waiting,
  dependencies,
  documents,
  events,
  records,
  folder,
  log,
}: Pick<
  ProcessParts,
  'config' | 'waiting' | 'dependencies' | 'documents' | 'events' | 'records' | 'folder' | 'log'
>): Promise<void> => {
  const { roles, servers } = config;
  // Others find the repository as the processes with these roles have made it.
  if (rightsOf(roles).objects.some(({ place, rights }) => place === 'repository' && rights.includes('write')))
    await whenAvailable('the object store', waiting, () => prepareRepository(dependencies));
  await whenAvailable('the event store', waiting, () => events.head());
  const known = serving(config) || roles.includes('projector') ? documents : null;
  const kept = { events, records, documents: known, servers, folder, log: log('start') };
  await whenAvailable('the read models', waiting, () => requireReadersOfLog(kept));
};

const assemble = async (
  config: Config,
  options: PlatformOptions,
  disposal: DisposalStack,
): Promise<PlatformProcess> => {
  const { ports: between = (ports) => ports, now = () => new Date() } = options;
  const log = options.log ?? openLog(config.logLevel);
  const loopLog = (subsystem: string): NamedLog => onceWhileItLasts(log(subsystem));
  const waiting = options.waiting ?? withoutLimit(log('start'));
  const { roles } = config;
  const serves = serving(config);

  const temporaryFiles = await probeTemporaryFiles();
  const metrics = openMetrics();
  const bounds = boundsOf(config, log('connections'));
  const operations = await openOperations(config, { metrics, bounds }, disposal);
  const identityService = await openIdentityService(config);
  const httpServers = await openHttpServers(config, bounds, disposal);
  const given = { config, now, log, disposal, waiting, metrics };
  const stores = await openStores({ ...given, lockWaitMs: options.lockWaitMs });
  measureLeftovers(metrics, stores.engine);
  const ports = between(measured(stores.ports, metrics));
  const threads = disposal.keep('METS threads', openMetsThreads(), (it) => it.close());
  const children = childrenOfViews();
  const dependencies = dependenciesOn({ ...given, ...ports, threads, childrenAsOf: children.asOf });
  await requireStores({ ...given, ...ports, folder: stores.folder, dependencies });

  const openScratch = scratchFolder({ ...given, folder: stores.folder });
  const parts = { ...given, ...ports, folder: stores.folder, stores, threads, dependencies, openScratch };
  const logging = { ...parts, log: loopLog };
  // The indexes open in threads, which take a while to begin.
  const [{ keeps, views, broker, singletons, jobRunner, viewChecker }, search] = await allEnded(
    startLoops(logging),
    openSearchIndexes(logging),
  );
  await keepSnapshots(search.keeping, singletons);
  children.open(views.models);
  const written = [...views.projectors, ...search.followers];

  const readers = [...views.projectors, ...singletons.readers, ...search.readers];
  const { progress, clock } = await watchLog(readers, parts);
  const objects = serves ? await serveObjects({ ...parts, bounds, httpServers }) : null;
  if (serves) await whenAvailable('the read models', waiting, () => views.models.building());
  await allEnded(keeps ? views.models.complete(AT_ONCE_MS) : Promise.resolve(true), search.filled(AT_ONCE_MS));
  const instance = randomUUID();
  const { consoleBuild = () => 'idle' } = options;
  const behind = { ...parts, instance, views: views.models, search, identityService, consoleBuild };
  const http = objects === null ? null : await serveHttp(httpServers, behind, objects);
  const jobs = keeps ? countJobs(() => views.models.jobs.counts(), dependencies.now) : null;
  let stopping = false;
  const faulty = { broker, http, singletons, views: views.models, search, viewChecker, temporaryFiles, stores };
  const faults: readonly FaultSource[] = [
    () => (stopping ? 'the process is stopping' : null),
    ...faultsOf(roles, faulty),
  ];
  showOperations(operations, {
    ...{ roles, progress, clock, metrics, jobs, viewChecker, faults },
    builds: viewBuilds({ ...parts, indexes: () => search.states(), now: dependencies.now }),
    sources: obeyedSources(config),
  });
  const ready = readyOf(roles, { servers: httpServers, operations, objects, stores });
  await announce(instance, ready, options.command ?? 'muniment start', parts);
  return {
    ready,
    engine: stores.engine,
    fault: stores.fault,
    settle: () => settled({ events: ports.events, views: written, followers: singletons.followers, jobRunner, broker }),
    stop: async () => {
      stopping = true;
      if (config.drainMs > 0) await http?.drain(config.drainMs);
      return disposal.close();
    },
  };
};
