import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStore } from '../../formats/object-store.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { findOwnFiles } from '../../gateways/files/find-files.js';
import { archiveServing } from '../../gateways/http/answer/archive-serving.js';
import { groupReader } from '../../gateways/group-content/group-reader.js';
import type { JobProgress } from '../../gateways/rendering/job.js';
import type { Identify } from '../../gateways/http/identify.js';
import { createPreservationApp } from '../../gateways/preservation/preservation-app.js';
import { createStorageApp } from '../../gateways/storage/storage-app.js';
import { workspacePrefix } from '../../commands/workspace/empty-workspace.js';
import { accessByKeys } from '../../infra/compose/serving/workspace-access.js';
import { workspaceKeys } from '../../infra/embedded/workspace-keys.js';
import { startPlatform, type Platform } from '../../infra/compose/platform/platform.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import { askStorageServiceAt } from '../../infra/storage-service/ask-storage-service.js';
import { openImageRenderer } from '../../infra/images/image-renderer.js';
import { openMetsThreads } from '../../infra/threads/mets-threads.js';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { freshPipelineRuns } from '../../projections/pipeline-runs/fresh-pipeline-runs.js';
import { openProjectors } from '../../projections/read-models.js';
import { checkStatusesOf } from '../support/http/listed-status.js';
import { memoryLog, serve } from './service.js';
import { heldJobs, type HeldJobs } from '../support/platform/held-jobs.js';
import { memorySearch } from '../support/search/memory-search.js';
import { openedOnce } from '../support/platform/opened.js';
import { ownConfig } from '../support/platform/own-config.js';
import { dependenciesOver } from '../support/repository/dependencies-over.js';
import { PLAIN_PLATFORM } from '../support/platform/plain-platform.js';
import { alone } from '../support/alone.js';

/**
 * Both services on a real platform, behind ports of their own where every JSON answer is checked against its document,
 * with a log that can be read. Import jobs are run by the platform's own job runner.
 */
export interface LiveServices {
  readonly preservation: string;
  readonly storage: string;
  /** Another gateway of the preservation service, over the same log and store. */
  readonly otherPreservation: string;
  readonly bytes: ObjectStore;
  /** The S3 endpoint, as a tool reaches it that sends no checksum. */
  readonly s3: S3Client;
  readonly places: Dependencies['places'];
  /** What both services stand on. */
  readonly dependencies: Dependencies;
  readonly log: ReturnType<typeof memoryLog>;
  /** What processes tell of the jobs that they work, by their ids. */
  readonly progress: Map<string, JobProgress>;
  /** Holds imports before they are begun; as those of exports. */
  readonly imports: Pick<HeldJobs, 'hold' | 'letGo'>;
  /** Holds exports before they are begun; whoever holds them lets them go before they settle. */
  readonly exports: Pick<HeldJobs, 'hold' | 'letGo'>;
  /** Holds exports before they are finished. */
  readonly exportEnds: Pick<HeldJobs, 'hold' | 'letGo'>;
  /** Holds audits, adoptions and rebuilds before they are begun. */
  readonly platformJobs: Pick<HeldJobs, 'hold' | 'letGo'>;
  settle(): Promise<void>;
}

/** The header by which a request says who sends it; without it, it is `dev`. */
export const CALLER = 'x-caller';

/** Identifies callers by what they say. */
const toldIdentity: Identify = ({ values }) => {
  const [agent = 'dev'] = values(CALLER);
  return Promise.resolve({
    caller: { actor: { agent, source: 'user', appId: null }, appId: null, depositBucket: null },
  });
};

const closing: (() => Promise<unknown>)[] = [];
let opened: Promise<LiveServices> | null = null;

/** Where specs run in parallel, a process has those of many files, one after the other, and ends after the last. */
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;

/** Started by whoever asks first, shared by all specs of a process, and stopped when the last one is done. */
export const startedServices = (): Promise<LiveServices> => (opened ??= open());

/** The same for a suite, from the hook that follows on. */
export const liveServices = (): LiveServices => openedOnce(startedServices);

after(async () => {
  if (isWorker) return;
  for (const close of closing.reverse()) await close();
});

const open = async (): Promise<LiveServices> => {
  const data = await mkdtemp(join(tmpdir(), 'muniment-gateways-'));
  const removed = { recursive: true, force: true } as const;
  closing.push(() => rm(data, removed));
  if (isWorker) process.once('exit', () => rmSync(data, removed));
  const exports = heldJobs('ExportStarted');
  const exportEnds = heldJobs('ExportFinished');
  const imports = heldJobs('ImportStarted');
  const platformJobs = heldJobs('JobClaimed');
  const held = [imports, exports, exportEnds, platformJobs];
  const platform = await startQuietly(data, (ports) => held.reduce((all, each) => each.ports(all), ports));
  const { ports } = platform;
  const documents = openDocumentStore(join(data, 'checked.db'));
  const projector = openProjectors({ events: ports.events, documents, liveness: alone() });
  const { readModels } = projector;
  const pipelineRuns = freshPipelineRuns({
    view: readModels.pipelineRuns,
    position: readModels.pipelineRunsPosition,
    events: ports.events,
  });
  const views = { ...readModels, pipelineRuns };
  closing.push(
    () => platform.stop(),
    () => Promise.resolve(documents.close()),
    () => projector.close(),
  );
  const { workspaceBucket, repositoryBucket, endpoint, region, accessKeyId, secretAccessKey } = platform.ready.s3;
  const s3 = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  closing.push(() => {
    s3.destroy();
    return Promise.resolve();
  });
  const places: Dependencies['places'] = {
    workspaceBucket,
    exports: [{ bucket: workspaceBucket, prefix: 'exports/' }],
    repository: { bucket: repositoryBucket, prefix: '' },
    staging: { bucket: 'muniment-staging', prefix: 'beside/' },
  };
  const images = openImageRenderer(data);
  closing.push(() => images.close());
  const threads = openMetsThreads();
  closing.push(() => threads.close());
  const metsAgent = { name: 'Muniment', accepted: [] };
  const dependencies = dependenciesOver(ports, { mets: threads.work, places, metsAgent });
  const keys = workspaceKeys({
    secret: secretAccessKey,
    buckets: [workspaceBucket],
    prefixOf: workspacePrefix,
    isDeleted: () => Promise.resolve(false), // the platform's own endpoint finds out
  });
  const baseUrls = { preservation: '', storage: '' };
  const log = memoryLog();
  const progress = new Map<string, JobProgress>();
  const search = memorySearch(dependencies);
  closing.push(() => search.stop());
  const options = {
    ...search,
    findFiles: findOwnFiles(search.fileSearch, views.repository),
    dependencies,
    instance: 'an-instance',
    views,
    readProgress: () => Promise.resolve(progress),
    groups: groupReader(dependencies),
    serveArchive: archiveServing(),
    takeMetsThread: threads.take,
    platform: PLAIN_PLATFORM,
    askStorageService: askStorageServiceAt(() => baseUrls.storage),
    vocabularies: ownConfig(data).vocabularies,
    openWorkspaceAccess: accessByKeys(keys, platform.engine, { endpoint, region }),
    credentialSeconds: 3_600,
    identify: toldIdentity,
    log: log.log,
    baseUrls,
    bodyLimits: { most: 10_000_000 },
    normalisesMets: true,
    iiif: { sessionMs: 3_600_000, imageCacheBytes: 10_000_000, renderer: images },
    validateResponses: true,
  };
  const preservation = await serve(createPreservationApp(options));
  const storage = await serve(createStorageApp(options));
  closing.push(
    () => preservation.close(),
    () => storage.close(),
  );
  baseUrls.preservation = preservation.base;
  baseUrls.storage = storage.base;
  checkStatusesOf(baseUrls);
  checkStatusesOf(platform.ready);
  return {
    preservation: preservation.base,
    storage: storage.base,
    otherPreservation: platform.ready.preservation,
    bytes: ports.bytes,
    s3,
    places,
    dependencies,
    log,
    progress,
    imports,
    exports,
    exportEnds,
    platformJobs,
    settle: () => platform.settle(),
  };
};

const startQuietly = async (
  data: string,
  between: (ports: Ports) => Ports,
): Promise<Platform & { readonly ports: Ports }> => {
  const taken: Ports[] = [];
  const silent = () => undefined;
  const settings = ownConfig(data, { MUNIMENT_ENABLE_IIIF_MEDIA_ENDPOINTS: 'false' });
  // The specs of the interface are the workers of pipeline runs themselves.
  const config = { ...settings, roles: settings.roles.filter((role) => role !== 'pipeline') };
  const platform = await startPlatform(config, {
    ports: (each) => {
      const held = between(each);
      taken.push(held);
      return held;
    },
    log: () => ({ debug: silent, info: silent, warn: silent, error: silent }),
  });
  return { ...platform, ports: taken[0]! };
};
