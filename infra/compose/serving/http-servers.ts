import type { RequestListener } from 'node:http';
import type { Services } from '../../../commands/core/services.js';
import { pause } from '../../../flow/pause.js';
import { bodyTurns } from '../../../gateways/http/body/read-body.js';
import { bodyFault } from '../../../gateways/http/body/body-fault.js';
import { groupReader } from '../../../gateways/group-content/group-reader.js';
import { createPreservationApp, type PreservationOptions } from '../../../gateways/preservation/preservation-app.js';
import { VIEWS_WITHIN_MS } from '../../../gateways/service/wait-for-views.js';
import { createStorageApp } from '../../../gateways/storage/storage-app.js';
import { freshness } from '../../../projections/freshness.js';
import type { ReadModels } from '../../../projections/read-models.js';
import { freshRepository } from '../../../projections/repository/fresh-repository.js';
import type { RepositoryView } from '../../../projections/repository/repository.js';
import type { Config } from '../../config/config.js';
import { openS3Endpoint, type S3Endpoint } from '../../embedded/s3-server/s3-server.js';
import type { NamedLog } from '../../log/logger.js';
import type { Metrics } from '../../metrics/metrics.js';
import type { MetsThreads } from '../../threads/mets-threads.js';
import { clientCredential } from './client-credential.js';
import { SERVICE_BOUNDS, type ConnectionBounds } from './connection-bounds.js';
import { listen, listenFault, type HttpServer } from './listen.js';
import { openIdentity } from './open-identity.js';
import type { DisposalStack } from '../disposal-stack.js';
import type { Stores } from '../stores/stores.js';
import type { Semaphore } from '../../../flow/semaphore.js';

const MiB = 1024 ** 2;
/** A list of a million entries, as the longest text that can be parsed. */
const BODY_LIMITS = { most: 64 * MiB, longLists: 400 * MiB };
/** Less than a writer's answer waits for the views, by more than any clock runs wrong in that time. */
const BELIEVED_FOR_MS = VIEWS_WITHIN_MS * 0.9;

/** The S3 endpoint of the data folder, and what a client needs to use it. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly workspaceBucket: string;
  readonly repositoryBucket: string;
}

/** The services of this process, listening before they can serve, so that their ids can carry their addresses. */
export interface HttpServers {
  readonly preservation: HttpServer | null;
  readonly storage: HttpServer | null;
}

type Service = keyof HttpServers;

/** Takes the ports of the services that are roles of this process. Rejects with ListenFault. */
export const openHttpServers = async (
  { roles, host, ports }: Config,
  bounds: Partial<ConnectionBounds>,
  disposal: DisposalStack,
): Promise<HttpServers> => {
  const ofServices = { ...SERVICE_BOUNDS, ...bounds };
  const open = async (service: Service): Promise<HttpServer | null> =>
    roles.includes(service)
      ? disposal.keep(
          `${service} service`,
          await listen(`${service} service`, host, ports[service], ofServices),
          (it) => it.close(),
        )
      : null;
  return { preservation: await open('preservation'), storage: await open('storage') };
};

interface Behind {
  readonly config: Config;
  readonly services: Services;
  readonly threads: MetsThreads;
  readonly views: ReadModels;
  readonly metrics: Metrics;
  readonly log: (subsystem: string) => NamedLog;
  readonly disposal: DisposalStack;
}

/** Services that answer. */
export interface ServedHttp {
  /** Why they cannot tell who is asking, or take no large bodies; null while they do. */
  fault(): string | null;
  /** Goes on answering for so long, while clients find somebody else. */
  drain(ms: number): Promise<void>;
}

/** What requests under way have when services close, and what their answers have to get through. */
const REQUESTS_MS = 8_000;
const LAST_WORDS_MS = 1_000;

/** Lets requests under way come to their end; those that do not are told to come again. */
const close = async (servers: readonly HttpServer[], ending: AbortController): Promise<void> => {
  const patience = setTimeout(() => ending.abort(), REQUESTS_MS);
  await Promise.all(servers.map((each) => each.close(REQUESTS_MS + LAST_WORDS_MS)));
  clearTimeout(patience);
};

const APPS: Readonly<Record<Service, (options: PreservationOptions) => RequestListener>> = {
  preservation: createPreservationApp,
  storage: createStorageApp,
};

/** The repository as clients see it: what was answered to one of them is there, also while the view lags behind. */
const upToDate = ({ events }: Services, views: ReadModels): RepositoryView =>
  freshRepository({
    view: views.repository,
    position: views.repositoryPosition,
    events,
    fresh: freshness({
      head: () => events.head(),
      reached: (position, timeoutMs) => views.reached(position, timeoutMs),
      position: views.repositoryPosition,
      writeWaitMs: BELIEVED_FOR_MS,
    }),
  });

/** How many groups are remembered to have been told of. */
const TOLD = 10_000;

/** Tells the operator of each group that is not served, once for each reason however often it is asked for. */
const toldOnce = (log: NamedLog): ((group: string, reason: string) => void) => {
  const told = new Map<string, string>();
  return (group, reason) => {
    if (told.get(group) === reason) return;
    if (told.size >= TOLD) told.clear();
    told.set(group, reason);
    log.error('An archival group is not served', { group, reason });
  };
};

/** Lets the services of this process answer. They are the first to close, so that what is under way has all it needs. */
export const serveHttp = (servers: HttpServers, behind: Behind): ServedHttp => {
  const { config, services, threads, views, metrics, log, disposal } = behind;
  const { baseUrls } = config;
  const identity = disposal.keep('identity', openIdentity(config.identity, log('identity')), (it) => it.close());
  const ending = new AbortController();
  const common = {
    services,
    takeMetsThread: threads.take,
    views: { ...views, repository: upToDate(services, views) },
    groups: groupReader(services, toldOnce(log('repository'))),
    identify: identity.identify,
    bodyLimits: BODY_LIMITS,
    deadlineMs: config.deadlineMs,
    ending: ending.signal,
    normalisesMets: config.metsIdNormalisation,
    baseUrls: {
      preservation: baseUrls.preservation ?? servers.preservation?.address ?? '',
      storage: baseUrls.storage ?? servers.storage?.address ?? '',
    },
  };
  const open: HttpServer[] = [];
  const turns: Semaphore[] = [];
  disposal.keep('requests', open, (them) => close(them, ending));
  for (const service of ['preservation', 'storage'] as const) {
    const server = servers[service];
    if (server === null) continue;
    open.push(server);
    const own = bodyTurns();
    turns.push(own);
    const observe = (operation: string, status: number, seconds: number): void =>
      metrics.request(service, operation, status, seconds);
    server.serve(APPS[service]({ ...common, bodyTurns: own, log: log(service), observe }));
  }
  return {
    fault: () => (identity.ready() ? bodyFault(turns) : 'the identity provider has not been reached yet'),
    drain: async (ms) => {
      open.forEach((each) => each.retire());
      await pause(ms);
    },
  };
};

interface Objects {
  readonly config: Config;
  readonly bounds: Partial<ConnectionBounds>;
  readonly stores: Stores;
  readonly log: (subsystem: string) => NamedLog;
  readonly now: () => Date;
}

/** Serves the objects of the data folder to S3 clients; null where they are elsewhere. */
export const serveS3 = async (
  { config, bounds, stores, log, now }: Objects,
  disposal: DisposalStack,
): Promise<S3Access | null> => {
  const { engine, folder } = stores;
  if (engine === null || folder === null) return null;
  const { host, ports, buckets, s3ServedRegion: region } = config;
  const credentials = [clientCredential(folder.credentials, config)];
  const { connections, onRefused } = bounds;
  const opening = { engine, host, port: ports.s3, region, credentials, now, log: log('s3') };
  const endpoint: S3Endpoint = await openS3Endpoint({ ...opening, connections, onRefused }).catch((error: unknown) => {
    throw listenFault('S3 endpoint', host, ports.s3, error);
  });
  disposal.keep('S3 endpoint', endpoint, (it) => it.close());
  return {
    endpoint: endpoint.endpoint,
    region,
    ...folder.credentials,
    workspaceBucket: buckets.workspace,
    repositoryBucket: buckets.repository,
  };
};
