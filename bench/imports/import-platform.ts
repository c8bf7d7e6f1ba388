import { randomUUID } from 'node:crypto';
import { createContainer } from '../../commands/processes/containers/create-container.js';
import { childrenOfViews } from '../../infra/compose/serving/children-of-views.js';
import { openRemoval } from '../../commands/storage/removal.js';
import { readImportJob } from '../../commands/import-job/import-job-stream.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import type { Intent } from '../../commands/core/intent.js';
import { submitImport } from '../../commands/processes/imports/submit-import.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { timestampOf } from '../../events/time.js';
import { startProcess, type PlatformProcess } from '../../infra/compose/platform/start-process.js';
import type { Ports } from '../../infra/compose/stores/stores.js';
import type { Config } from '../../infra/config/config.js';
import { ownConfig } from '../../test/support/platform/own-config.js';
import type { S3Server } from '../../test/support/s3/s3-server.js';
import { countedBytes, noCounts, type ByteCounts } from './counted-bytes.js';
import { countRequests } from './counted-requests.js';
import { valueOf } from '../../test/support/value-of.js';

/** A platform in this process and its stores, for benches without uploads. */
export interface ImportPlatform {
  readonly platform: PlatformProcess;
  /** The address of its preservation service. */
  readonly preservation: string;
  readonly dependencies: Dependencies;
  /** What its processes share besides. */
  readonly records: Ports['records'];
  readonly buckets: Config['buckets'];
  /** The calls of its object store since it started. */
  readonly counts: ByteCounts;
}

/** An S3 server with buckets for one platform. Its credentials are in the standard places of AWS tools. */
export interface ObjectServer {
  readonly server: Pick<S3Server, 'endpoint' | 'region'>;
  readonly buckets: Config['buckets'];
}

/** Servers for everything that one platform stores. */
export interface Servers extends ObjectServer {
  readonly eventStore: string;
  readonly mongodb: { readonly url: string; readonly database: string };
}

const logSettings = ({ eventStore, mongodb }: Servers): Readonly<Record<string, string>> => ({
  MUNIMENT_EVENTSTORE_URL: eventStore,
  MUNIMENT_MONGODB_URL: mongodb.url,
  MUNIMENT_MONGODB_DATABASE: mongodb.database,
});

const settingsFor = ({ server, buckets }: ObjectServer): Readonly<Record<string, string>> => ({
  MUNIMENT_S3_ENDPOINT: server.endpoint,
  MUNIMENT_S3_REGION: server.region,
  MUNIMENT_WORKSPACE_BUCKET: buckets.workspace,
  MUNIMENT_REPOSITORY_BUCKET: buckets.repository,
  MUNIMENT_STAGING_BUCKET: buckets.staging,
});

/** Whether a path on a server is that of a file to preserve. */
const isFileOn =
  ({ workspace, repository }: Config['buckets']) =>
  (path: string): boolean =>
    !path.includes('list-type=') &&
    (path.startsWith(`/${workspace}/`) || (path.startsWith(`/${repository}/`) && /\/content\/(?!\.)/.test(path)));

/** No deadline, so that a slow request is measured instead of being answered with 503. */
const WITHOUT_DEADLINE = { MUNIMENT_LOG_LEVEL: 'warn', MUNIMENT_DEADLINE_SECONDS: '3600' };

/** The settings of a platform with its objects, or everything, on servers if these are given. */
export const configOn = (data: string, on: ObjectServer | Servers | null): Config => {
  const objects = on === null ? {} : settingsFor(on);
  return ownConfig(data, {
    ...WITHOUT_DEADLINE,
    ...objects,
    ...(on !== null && 'eventStore' in on ? logSettings(on) : {}),
  });
};

/** The whole platform in this process, and a data folder for what it does not store on servers. */
export const openImportPlatform = async (
  data: string,
  on: ObjectServer | Servers | null = null,
): Promise<ImportPlatform> => {
  const config = configOn(data, on);
  const { buckets } = config;
  const counts = noCounts();
  if (on !== null) countRequests({ endpoint: on.server.endpoint, isFile: isFileOn(buckets) }, counts);
  const opened: Ports[] = [];
  const between = (ports: Ports): Ports => {
    opened.push(ports);
    return on === null ? { ...ports, bytes: countedBytes(ports.bytes, buckets.workspace, counts) } : ports;
  };
  const platform = await startProcess(config, { ports: between });
  const [ports] = opened;
  const { preservation } = platform.ready;
  if (ports === undefined || preservation === null) throw new Error('the platform did not open its stores');
  const places = {
    workspaceBucket: buckets.workspace,
    exports: [{ bucket: buckets.workspace, prefix: 'exports/' }],
    repository: { bucket: buckets.repository, prefix: '' },
    staging: { bucket: buckets.staging, prefix: '' },
  };
  const metsAgent = { name: 'bench', accepted: [] };
  const removal = openRemoval(ports.bytes, places);
  const now = (): Date => new Date();
  const { asOf: childrenAsOf } = childrenOfViews();
  const dependencies = { ...ports, childrenAsOf, removal, places, now, producer: 'bench', holder: '', metsAgent };
  return { platform, preservation, dependencies, records: ports.records, buckets, counts };
};

/** The intent of a request by nobody in particular. */
export const benchIntent = (): Intent => ({
  commandId: randomUUID(),
  correlationId: 'bench',
  actor: { agent: 'ada', source: 'user', appId: null },
  at: timestampOf(new Date()),
  requestSha256: 'c0ffee'.repeat(11).slice(2),
});

export const makeContainer = async ({ dependencies }: ImportPlatform, path: string): Promise<void> => {
  valueOf(await createContainer(dependencies, benchIntent(), { path, displayName: null }));
};

/** Submits a job like a gateway, and waits until the platform is idle; rejects where the import has failed. */
export const importGroup = async (
  { platform, dependencies }: ImportPlatform,
  archivalGroup: string,
  operations: readonly PlannedOperation[],
): Promise<void> => {
  const request = {
    importJob: null,
    originalImportJob: null,
    isUpdate: null,
    archivalGroupName: 'Letters',
    source: null,
    suppressActivityStreamEvent: false,
    createdBy: 'ada',
  };
  const submission = { depositId: null, archivalGroup, request, operations };
  const { jobId } = valueOf(await submitImport(dependencies, benchIntent(), submission));
  await platform.settle();
  const job = await readImportJob(dependencies.events, jobId);
  if (job?.status !== 'completed') throw new Error(`the import ended as ${JSON.stringify(job)}`);
};
