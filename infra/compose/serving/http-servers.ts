import type { RequestListener } from 'node:http';
import type { IdentityService } from '../../../formats/identity-records/identity-service.js';
import { pause } from '../../../flow/pause.js';
import { bodyTurns } from '../../../gateways/http/body/read-body.js';
import { bodyFault } from '../../../gateways/http/body/body-fault.js';
import { archiveServing } from '../../../gateways/http/answer/archive-serving.js';
import { groupReader } from '../../../gateways/group-content/group-reader.js';
import type { BuildState } from '../../../gateways/console/unbuilt-page.js';
import { createPreservationApp, type PreservationOptions } from '../../../gateways/preservation/preservation-app.js';
import { searchFilesOver, searchOwnFiles } from '../../../gateways/preservation/search/search-files.js';
import { findFilesThere } from '../../../gateways/preservation/search/find-files-there.js';
import { findOwnFiles } from '../../../gateways/files/find-files.js';
import { createStorageApp } from '../../../gateways/storage/storage-app.js';
import type { Logins } from '../../../gateways/service/logins.js';
import type { BaseUrls } from '../../../gateways/uris/base-urls.js';
import type { ReadModels } from '../../../projections/read-models.js';
import type { Config } from '../../config/config.js';
import type { ImageRenderer } from '../../../formats/iiif/image-renderer.js';
import { openImageRenderer } from '../../images/image-renderer.js';
import type { ProcessParts } from '../process/process-parts.js';
import { askStorageServiceAt } from '../../storage-service/ask-storage-service.js';
import type { NamedLog } from '../../log/logger.js';
import type { SearchIndexes } from '../search/search-indexes.js';
import { SERVICE_BOUNDS, type ConnectionBounds } from './connection-bounds.js';
import { listen, type HttpServer } from './listen.js';
import { obeyedSources } from './obeyed-sources.js';
import type { Stores } from '../stores/stores.js';
import { platformSources } from './platform-sources.js';
import { readProgressFrom } from '../process/read-progress.js';
import { openIdentity } from './open-identity.js';
import type { DisposalStack } from '../process/disposal-stack.js';
import type { ServedObjects } from './serve-objects.js';
import { withConsole } from './serve-console.js';
import { servedViews } from './served-views.js';

const MiB = 1024 ** 2;
/** A posted job of some 150,000 files. */
const BODY_LIMITS = { most: 64 * MiB };

/** The services of this process. They listen before they can serve, so that ids can contain their addresses. */
export interface HttpServers {
  readonly preservation: HttpServer | null;
  readonly storage: HttpServer | null;
}

type Service = keyof HttpServers;

/** Listens for the services that are roles of this process. Rejects with ListenFault. */
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

interface Behind extends Pick<
  ProcessParts,
  | 'config'
  | 'dependencies'
  | 'documents'
  | 'events'
  | 'folder'
  | 'now'
  | 'records'
  | 'threads'
  | 'metrics'
  | 'openScratch'
  | 'log'
  | 'disposal'
> {
  readonly stores: Stores;
  /** Random for each process. */
  readonly instance: string;
  readonly views: ReadModels;
  readonly search: SearchIndexes;
  readonly identityService: IdentityService | null;
  /** How far the pages of the console are. */
  readonly consoleBuild: () => BuildState;
}

/** Services that answer requests. */
export interface ServedHttp {
  /** Why they cannot identify callers or accept large bodies; null while they can. */
  fault(): string | null;
  /** Continues to answer for `ms` milliseconds, while load balancers choose other processes. */
  drain(ms: number): Promise<void>;
}

/** How long open requests may take when services close, and how long their answers may take to be sent. */
const REQUESTS_MS = 8_000;
const LAST_WORDS_MS = 1_000;

/** Waits for open requests; those that take longer are answered with 503. */
const close = async (
  servers: readonly HttpServer[],
  { closing, ending }: Readonly<Record<'closing' | 'ending', AbortController>>,
): Promise<void> => {
  closing.abort(new Error('the service is closing'));
  const patience = setTimeout(() => ending.abort(), REQUESTS_MS);
  await Promise.all(servers.map((each) => each.close(REQUESTS_MS + LAST_WORDS_MS)));
  clearTimeout(patience);
};

/** What the services have in common. */
type CommonOptions = Omit<PreservationOptions, 'depositSearch' | 'searchFiles' | 'findFiles'>;

/** A page of results, whose ids may be long. */
const LONGEST_SEARCH = 32 * MiB;

/** The apps of the services; `there` asks the storage service of another process. */
const appsOf = (
  { files, deposits }: SearchIndexes,
  there: Pick<PreservationOptions, 'searchFiles' | 'findFiles'>,
): Readonly<Record<Service, (options: CommonOptions) => RequestListener>> => ({
  preservation: (options) =>
    createPreservationApp({
      ...options,
      depositSearch: requireSearch(deposits),
      ...(files === null
        ? there
        : { searchFiles: searchOwnFiles(files), findFiles: findOwnFiles(files, options.views.repository) }),
    }),
  storage: (options) => createStorageApp({ ...options, fileSearch: requireSearch(files) }),
});

/** The search, which is open wherever its service is a role. */
const requireSearch = <Search>(search: Search | null): Search => {
  if (search === null) throw new Error('A service was opened without its search index.');
  return search;
};

/** How many groups are remembered as logged. */
const MAX_LOGGED_GROUPS = 10_000;

/** Logs each group that is not served, once for each reason. */
const logOnce = (log: NamedLog): ((group: string, reason: string) => void) => {
  const logged = new Map<string, string>();
  return (group, reason) => {
    if (logged.get(group) === reason) return;
    if (logged.size >= MAX_LOGGED_GROUPS) logged.clear();
    logged.set(group, reason);
    log.error('An archival group is not served', { group, reason });
  };
};

/** Opens what makes images, in the scratch folder of this process. */
const openImages = async ({ openScratch, disposal }: Behind): Promise<ImageRenderer> => {
  const own = await (await openScratch()).begin('images');
  return disposal.keep('images', openImageRenderer(own.folder), (it) => it.close());
};

/** The public addresses, or those that the services of this process listen on. */
const baseUrlsOf = ({ baseUrls }: Config, servers: HttpServers): BaseUrls => ({
  preservation: baseUrls.preservation ?? servers.preservation?.address ?? '',
  storage: baseUrls.storage ?? servers.storage?.address ?? '',
});

/** Where people log in; null while authentication is off. */
const loginsOf = ({ identity: { tokens, login } }: Config): Logins | null => {
  if (tokens === null) return null;
  const { href, pathname } = tokens.issuer;
  return { issuer: pathname === '/' ? href.replace(/\/$/, '') : href, ...login };
};

/** What the settings say to both services. */
const settingsOf = (config: Config) => ({
  logins: loginsOf(config),
  vocabularies: config.vocabularies,
  sources: obeyedSources(config),
  origins: config.origins,
  bodyLimits: BODY_LIMITS,
  credentialSeconds: config.credentialSeconds,
  deadlineMs: config.deadlineMs,
  normalisesMets: config.metsIdNormalisation,
  productNames: config.productNames,
  refusesInfected: config.pipeline.refusesInfected,
});

/** What both services read, and the places that they share. */
const readBy = (
  { dependencies, records, views, search, log, ...behind }: Behind,
  { s3 }: Pick<ServedObjects, 's3'>,
) => ({
  views: servedViews(dependencies, views, search),
  readProgress: readProgressFrom(records),
  groups: groupReader(dependencies, logOnce(log('repository'))),
  serveArchive: archiveServing(),
  platform: platformSources({ ...behind, search, s3 }),
});

/** Makes the services of this process answer. They close first, while everything that open requests use is open. */
export const serveHttp = async (servers: HttpServers, behind: Behind, served: ServedObjects): Promise<ServedHttp> => {
  const { config, dependencies, instance, threads, search, identityService, metrics, log, disposal } = behind;
  const baseUrls = baseUrlsOf(config, servers);
  const identity = disposal.keep('identity', await openIdentity(config.identity, log('identity')), (it) => it.close());
  const ending = new AbortController();
  const closing = new AbortController();
  const storageAddress = (): string => config.storageInternalUrl ?? servers.storage?.address ?? baseUrls.storage;
  const askThere = askStorageServiceAt(storageAddress, LONGEST_SEARCH);
  const apps = appsOf(search, { searchFiles: searchFilesOver(askThere), findFiles: findFilesThere(askThere) });
  const iiif = config.iiif.isEnabled ? { ...config.iiif, renderer: await openImages(behind) } : null;
  const common = {
    ...settingsOf(config),
    ...readBy(behind, served),
    dependencies,
    instance,
    takeMetsThread: threads.take,
    identityService,
    askStorageService: askStorageServiceAt(storageAddress),
    identify: identity.identify,
    openWorkspaceAccess: served.openWorkspaceAccess,
    ending: ending.signal,
    closing: closing.signal,
    iiif,
    baseUrls,
  };
  const turns = { preservation: bodyTurns(), storage: bodyTurns() };
  const listenerOf = (service: Service): RequestListener | null =>
    servers[service] === null
      ? null
      : apps[service]({
          ...common,
          bodyTurns: turns[service],
          log: log(service),
          observe: (operation, status, seconds) => metrics.request(service, operation, status, seconds),
        });
  const open = [servers.preservation, servers.storage].flatMap((each) => each ?? []);
  disposal.keep('requests', open, (them) => close(them, { closing, ending }));
  const listeners = { preservation: listenerOf('preservation'), storage: listenerOf('storage') };
  if (listeners.storage !== null) servers.storage?.serve(listeners.storage);
  if (listeners.preservation !== null)
    servers.preservation?.serve(
      await withConsole(listeners.preservation, {
        ...behind,
        baseUrls,
        ...identity,
        s3: served.s3,
        storageAddress,
        ...listeners,
      }),
    );
  return {
    fault: () =>
      identity.ready() ? bodyFault(Object.values(turns)) : 'the identity provider has not been reached yet',
    drain: async (ms) => {
      open.forEach((each) => each.retire());
      closing.abort(new Error('the service is closing')); // readers of events connect to another process
      await pause(ms);
    },
  };
};
