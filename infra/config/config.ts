import type { Vocabularies } from '../../gateways/preservation/vocabularies/list-vocabularies.js';
import { parsePeriod, type Period } from '../../formats/period.js';
import { isLoopback } from '../http/loopback.js';
import { checkAddresses, readHost, readOrigin, readPorts } from './addresses.js';
import { BUCKET_RULE, isBucketName } from './bucket-name.js';
import { readConsole, type ConsoleConfig } from './console.js';
import { readExportDestinations } from './export-destinations.js';
import { faultsOfVariables, serviceLinksOf } from './given-variables.js';
import { readIdentity, type IdentitySettings } from './identity.js';
import { readIdentityService, type IdentityServiceSettings } from './identity-service.js';
import { readRequestSources, type RequestSources } from './request-sources.js';
import { readRoles, type Role } from './roles.js';
import { readServers, type Servers } from './servers.js';
import type { Environment } from './setting.js';
import { settingReader, type SettingReader } from './setting-reader.js';
import { settings } from './settings.js';
import { readTools, type ToolsConfig } from './tools.js';
import { readVocabularies } from './vocabularies.js';

/** The lowest level that is logged. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** All settings, read once from the environment. */
export interface Config extends RequestSources {
  readonly roles: readonly Role[];
  /** Variables that Kubernetes sets for its Services, and that are ignored. */
  readonly serviceLinks: readonly string[];
  /** Absolute path of the data folder; data that is on a server is not kept there. */
  readonly data: string;
  /** Absolute path of the folder of search indexes; null for one in the data folder, or a temporary one. */
  readonly searchFolder: string | null;
  readonly host: string;
  readonly ports: Readonly<{ preservation: number; storage: number; s3: number; operations: number }>;
  /** The region of the S3 endpoint. */
  readonly s3ServedRegion: string;
  /** The address of the objects for clients, without a path; null for the one that the platform itself uses. */
  readonly s3PublicUrl: string | null;
  /** How long presigned URLs and keys for the files of a deposit are valid. */
  readonly credentialSeconds: number;
  /** The most concurrent connections of each address. */
  readonly connections: number;
  /** The public address of each service, without a final slash; null for the address that it listens on. */
  readonly baseUrls: Readonly<{ preservation: string | null; storage: string | null }>;
  /** Where the preservation service reaches the storage service; null for that of the process, or its public address. */
  readonly storageInternalUrl: string | null;
  readonly servers: Servers;
  readonly takeoverMs: number;
  /** By which the operator calls at most one process at a time; null without one. */
  readonly processName: string | null;
  /** After this time a request without a response is answered with 503. */
  readonly deadlineMs: number;
  /** How long a stopping service still takes requests, until the balancer uses others; 0 without others. */
  readonly drainMs: number;
  /** How long a command waits for an unavailable server. */
  readonly waitMs: number;
  /** The time between comparisons of the read models with the log. */
  readonly viewCheckMs: number;
  /** How many jobs of each kind the process works at once, and of one agent all processes; `agentJobs` 0: any number. */
  readonly jobs: Readonly<{ slots: number; agentJobs: number }>;
  /** The archiver's own batches; `everyMs` is 0 where it archives only on request. */
  readonly archiving: Readonly<{ everyMs: number; olderThan: Period; batch: number }>;
  /** Pipeline runs without progress for `staleMs` are ended; `refusesInfected` is about imports of what they found. */
  readonly pipeline: Readonly<{
    staleMs: number;
    refusesInfected: boolean;
    /** Absolute path; null for one in the data folder, or in the temporary one. */
    scratchFolder: string | null;
    scratchBytes: number;
    sourceOrganization: string | null;
  }>;
  readonly buckets: Readonly<{ workspace: string; repository: string; staging: string }>;
  /** Where archival groups may be exported to; empty for the default, `exports/` in every bucket of workspaces. */
  readonly exports: readonly { readonly bucket: string; readonly prefix: string }[];
  readonly identity: IdentitySettings;
  readonly console: ConsoleConfig;
  /** Where identity records are looked up; null where they are not. */
  readonly identityService: IdentityServiceSettings | null;
  /** Agent names in METS: ours, and others whose METS may be edited. */
  readonly metsAgent: Readonly<{ name: string; accepted: readonly string[] }>;
  /** Whether the ids of a METS may be normalised. */
  readonly metsIdNormalisation: boolean;
  /** Deposits in IIIF viewers; `isEnabled` is EnableIiifMediaEndpoints. */
  readonly iiif: Readonly<{ isEnabled: boolean; sessionMs: number; imageCacheBytes: number }>;
  /** Whether the names of the original system are served beside the neutral ones. */
  readonly productNames: boolean;
  /** What user interfaces offer. */
  readonly vocabularies: Vocabularies;
  /** The tools of pipeline runs. */
  readonly tools: ToolsConfig;
  readonly logLevel: LogLevel;
}

/** All errors of the settings, in one sentence. */
export class ConfigFault extends Error {
  override name = 'ConfigFault';
  readonly code = 'configuration-invalid';
}

/** Reads the settings; throws ConfigFault with all errors. */
export const readConfig = (environment: Environment, cwd = process.cwd()): Config => {
  const read = settingReader(environment, cwd);
  read.faults.push(...faultsOfVariables(environment));
  const host = readHost(read);
  const fault = (sentence: string): void => void read.faults.push(sentence);
  const servers = readServers(read);
  const roles = readRoles(read, servers);
  const drainSeconds = read.whole(settings.drainSeconds, 0, 300);
  const buckets = readBuckets(read);
  const identity = readIdentity({ value: read.text, fault }, settings.host.variable, isLoopback(host));
  const config: Config = {
    roles,
    serviceLinks: serviceLinksOf(environment),
    data: read.path(settings.data) ?? cwd,
    searchFolder: read.path(settings.searchFolder),
    host,
    ports: readPorts(read),
    s3ServedRegion: read.checked(
      settings.s3ServedRegion,
      isRegionName,
      `must be the name of a region (${REGION_RULE})`,
    ),
    s3PublicUrl: readOrigin(read, settings.s3PublicUrl),
    credentialSeconds: read.whole(settings.credentialSeconds, 60, 43_200),
    connections: read.whole(settings.connections, 1, 100_000),
    ...readRequestSources(read),
    baseUrls: { preservation: read.address(settings.preservationUrl), storage: read.address(settings.storageUrl) },
    storageInternalUrl: read.address(settings.storageInternalUrl),
    servers,
    takeoverMs: read.whole(settings.takeoverSeconds, 3, 3_600) * 1_000,
    processName: read.text(settings.processName).trim() || null,
    deadlineMs: read.whole(settings.deadlineSeconds, 1, 3_600) * 1_000,
    drainMs: servers.eventStore === null ? 0 : drainSeconds * 1_000,
    waitMs: read.whole(settings.waitSeconds, 0, 86_400) * 1_000,
    viewCheckMs: read.whole(settings.viewCheckHours, 1, 720) * 3_600_000,
    buckets,
    exports: readExportDestinations(read, { buckets, identity }),
    jobs: readJobs(read),
    archiving: readArchiving(read),
    pipeline: readPipeline(read),
    identity,
    console: readConsole(read, identity),
    identityService: readIdentityService(read),
    metsAgent: readMetsAgent(read),
    metsIdNormalisation: read.flag(settings.metsIdNormalisation) ?? false,
    iiif: readIiif(read, roles),
    productNames: read.flag(settings.productNames) ?? false,
    vocabularies: readVocabularies(read),
    tools: readTools(read, environment),
    logLevel: read.checked(
      settings.logLevel,
      (text) => /^(error|warn|info|debug)$/.test(text),
      'must be error, warn, info or debug',
    ) as LogLevel,
  };
  checkAddresses(read, config);
  if (read.faults.length > 0) throw new ConfigFault(`The settings are not valid: ${read.faults.join('; ')}.`);
  return Object.freeze(config);
};

/** Names that every client can use in signatures. */
const isRegionName = (text: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
const REGION_RULE = '1 to 63 of a-z, 0-9 and dash';

const readName = (read: SettingReader, setting: (typeof settings)[keyof typeof settings]): string =>
  read.checked(setting, (text) => text.trim() !== '', 'must be a name');

const readMetsAgent = (read: SettingReader): Config['metsAgent'] => ({
  name: readName(read, settings.metsAgent),
  accepted: read
    .text(settings.acceptedMetsAgents)
    .split(';')
    .flatMap((each) => each.trim() || []),
});

const readPipeline = (read: SettingReader): Config['pipeline'] => {
  const sourceOrganization = read.text(settings.sourceOrganization).trim();
  return {
    staleMs: read.whole(settings.pipelineStaleMinutes, 1, 525_600) * 60_000,
    refusesInfected: read.flag(settings.refuseInfectedImports) ?? false,
    scratchFolder: read.path(settings.scratchFolder),
    scratchBytes: read.whole(settings.scratchMebibytes, 1, 1_073_741_824) * 1_048_576,
    sourceOrganization: sourceOrganization === '' ? null : sourceOrganization,
  };
};

const readJobs = (read: SettingReader): Config['jobs'] => ({
  slots: read.whole(settings.concurrentJobs, 1, 100),
  agentJobs: read.whole(settings.agentJobs, 0, 100_000),
});

/** On by default beside the console, whose viewer needs it. */
const readIiif = (read: SettingReader, roles: readonly Role[]): Config['iiif'] => ({
  isEnabled: read.flag(settings.iiifMediaEndpoints) ?? roles.includes('console'),
  sessionMs: read.whole(settings.iiifSessionMinutes, 1, 525_600) * 60_000,
  imageCacheBytes: read.whole(settings.iiifImageCacheMebibytes, 1, 65_536) * 1_048_576,
});

const readArchiving = (read: SettingReader): Config['archiving'] => {
  const text = read.checked(
    settings.archiveOlderThan,
    (period) => parsePeriod(period) !== null,
    'must be a period such as P6M, P1Y or P90D',
  );
  return {
    everyMs: read.whole(settings.archiveHours, 0, 8_784) * 3_600_000,
    olderThan: parsePeriod(text) ?? { months: 6, days: 0 },
    batch: read.whole(settings.archiveBatch, 1, 1_000),
  };
};

const readBuckets = (read: SettingReader): Config['buckets'] => {
  const bucket = (setting: Parameters<SettingReader['text']>[0]): string =>
    read.checked(setting, isBucketName, `must be a bucket name (${BUCKET_RULE})`);
  const buckets = {
    workspace: bucket(settings.workspaceBucket),
    repository: bucket(settings.repositoryBucket),
    staging: bucket(settings.stagingBucket),
  };
  if (new Set(Object.values(buckets)).size < 3)
    read.faults.push('the workspace, repository and staging buckets must differ');
  return buckets;
};
