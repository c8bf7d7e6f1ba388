import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import type { Vocabularies } from '../../gateways/preservation/vocabularies/list-vocabularies.js';
import { parsePeriod, type Period } from '../../formats/period.js';
import { BUCKET_RULE, isBucketName } from './bucket-name.js';
import { readIdentity, type IdentitySettings } from './identity.js';
import { readIdentityService, type IdentityServiceSettings } from './identity-service.js';
import { readRequestSources, type RequestSources } from './request-sources.js';
import { readRoles, type Role } from './roles.js';
import { readServers, type Servers } from './servers.js';
import { settingReader, type Environment, type SettingReader } from './setting-reader.js';
import { settings } from './settings.js';
import { readTools, type ToolsConfig } from './tools.js';
import { readVocabularies } from './vocabularies.js';

/** The lowest level that is logged. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** All settings, read once from the environment. */
export interface Config extends RequestSources {
  readonly roles: readonly Role[];
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
  /** After this time a request without a response is answered with 503. */
  readonly deadlineMs: number;
  /** How long a stopping service still takes requests, until the balancer uses others; 0 without others. */
  readonly drainMs: number;
  /** How long a command waits for an unavailable server. */
  readonly waitMs: number;
  /** The time between comparisons of the read models with the log. */
  readonly viewCheckMs: number;
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

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Reads the settings; throws ConfigFault with all errors. */
export const readConfig = (environment: Environment, cwd = process.cwd()): Config => {
  const read = settingReader(environment);
  const host = read.checked(
    settings.host,
    (text) => text === 'localhost' || isIP(text) !== 0,
    'is an IP address or localhost',
  );
  const fault = (sentence: string): void => void read.faults.push(sentence);
  const servers = readServers(read);
  const drainSeconds = read.whole(settings.drainSeconds, 0, 300);
  const data = read.text(settings.data);
  const searchFolder = read.text(settings.searchFolder);
  const buckets = readBuckets(read);
  const config: Config = {
    roles: readRoles(read, servers),
    data: isAbsolute(data) ? data : resolve(cwd, data),
    searchFolder: searchFolder === '' ? null : resolve(cwd, searchFolder),
    host,
    ports: readPorts(read),
    s3ServedRegion: read.checked(settings.s3ServedRegion, isRegionName, `is the name of a region (${REGION_RULE})`),
    s3PublicUrl: readOrigin(read, settings.s3PublicUrl),
    credentialSeconds: read.whole(settings.credentialSeconds, 60, 43_200),
    connections: read.whole(settings.connections, 1, 100_000),
    ...readRequestSources(read),
    baseUrls: { preservation: read.address(settings.preservationUrl), storage: read.address(settings.storageUrl) },
    storageInternalUrl: read.address(settings.storageInternalUrl),
    servers,
    takeoverMs: read.whole(settings.takeoverSeconds, 3, 3_600) * 1_000,
    deadlineMs: read.whole(settings.deadlineSeconds, 1, 3_600) * 1_000,
    drainMs: servers.eventStore === null ? 0 : drainSeconds * 1_000,
    waitMs: read.whole(settings.waitSeconds, 0, 86_400) * 1_000,
    viewCheckMs: read.whole(settings.viewCheckHours, 1, 720) * 3_600_000,
    buckets,
    exports: readExports(read, buckets),
    archiving: readArchiving(read),
    pipeline: readPipeline(read, cwd),
    identity: readIdentity({ value: read.text, fault }, settings.host.variable, isLoopback(host)),
    identityService: readIdentityService(read, cwd),
    metsAgent: {
      name: readName(read, settings.metsAgent),
      accepted: read
        .text(settings.acceptedMetsAgents)
        .split(';')
        .flatMap((each) => each.trim() || []),
    },
    metsIdNormalisation: read.flag(settings.metsIdNormalisation) ?? false,
    iiif: readIiif(read),
    productNames: read.flag(settings.productNames) ?? false,
    vocabularies: readVocabularies(read),
    tools: readTools(read, environment),
    logLevel: read.checked(
      settings.logLevel,
      (text) => /^(error|warn|info|debug)$/.test(text),
      'is error, warn, info or debug',
    ) as LogLevel,
  };
  checkAddresses(read, config);
  if (read.faults.length > 0) throw new ConfigFault(`The settings do not fit: ${read.faults.join('; ')}.`);
  return Object.freeze(config);
};

/** Names that every client can use in signatures. */
const isRegionName = (text: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);
const REGION_RULE = '1 to 63 of a-z, 0-9 and dash';

/** Signatures cover the path, so an address for S3 clients has none of its own. */
const readOrigin = (read: SettingReader, setting: (typeof settings)[keyof typeof settings]): string | null => {
  const address = read.address(setting);
  if (address !== null && URL.canParse(address) && new URL(address).origin !== address)
    read.faults.push(`${setting.variable} is an address without a path, not '${address}'`);
  return address;
};

const readName = (read: SettingReader, setting: (typeof settings)[keyof typeof settings]): string =>
  read.checked(setting, (text) => text.trim() !== '', 'is a name');

const readPorts = (read: SettingReader): Config['ports'] => {
  const port = (setting: Parameters<SettingReader['text']>[0]): number => read.whole(setting, 0, 65_535);
  const ports = {
    preservation: port(settings.preservationPort),
    storage: port(settings.storagePort),
    s3: port(settings.s3Port),
    operations: port(settings.operationsPort),
  };
  const fixed = Object.values(ports).filter((each) => each !== 0);
  if (new Set(fixed).size < fixed.length) read.faults.push('the four ports must differ');
  return ports;
};

const readPipeline = (read: SettingReader, cwd: string): Config['pipeline'] => {
  const scratchFolder = read.text(settings.scratchFolder);
  const sourceOrganization = read.text(settings.sourceOrganization).trim();
  return {
    staleMs: read.whole(settings.pipelineStaleMinutes, 1, 525_600) * 60_000,
    refusesInfected: read.flag(settings.refuseInfectedImports) ?? false,
    scratchFolder: scratchFolder === '' ? null : resolve(cwd, scratchFolder),
    scratchBytes: read.whole(settings.scratchMebibytes, 1, 1_073_741_824) * 1_048_576,
    sourceOrganization: sourceOrganization === '' ? null : sourceOrganization,
  };
};

const readIiif = (read: SettingReader): Config['iiif'] => ({
  isEnabled: read.flag(settings.iiifMediaEndpoints) ?? false,
  sessionMs: read.whole(settings.iiifSessionMinutes, 1, 525_600) * 60_000,
  imageCacheBytes: read.whole(settings.iiifImageCacheMebibytes, 1, 65_536) * 1_048_576,
});

const readArchiving = (read: SettingReader): Config['archiving'] => {
  const text = read.checked(
    settings.archiveOlderThan,
    (period) => parsePeriod(period) !== null,
    'is a period such as P6M, P1Y or P90D',
  );
  return {
    everyMs: read.whole(settings.archiveHours, 0, 8_784) * 3_600_000,
    olderThan: parsePeriod(text) ?? { months: 6, days: 0 },
    batch: read.whole(settings.archiveBatch, 1, 1_000),
  };
};

const readBuckets = (read: SettingReader): Config['buckets'] => {
  const bucket = (setting: Parameters<SettingReader['text']>[0]): string =>
    read.checked(setting, isBucketName, `is a bucket name (${BUCKET_RULE})`);
  const buckets = {
    workspace: bucket(settings.workspaceBucket),
    repository: bucket(settings.repositoryBucket),
    staging: bucket(settings.stagingBucket),
  };
  if (new Set(Object.values(buckets)).size < 3)
    read.faults.push('the workspace, repository and staging buckets must differ');
  return buckets;
};

/** A key prefix that may hold exports: of whole segments, and no place of the platform's own. */
const EXPORT_DESTINATION = /^s3:\/\/([^/]+)\/((?:[^/]+\/)+)$/;

const readExports = (read: SettingReader, { repository, staging }: Config['buckets']): Config['exports'] =>
  read.list(settings.exportDestinations).flatMap((uri) => {
    const [, bucket = '', prefix = ''] = EXPORT_DESTINATION.exec(uri) ?? [];
    const isOwn = bucket === repository || bucket === staging || /^deposits\//.test(prefix);
    if (isBucketName(bucket) && !isOwn && !/(^|\/)\.\.?\//.test(prefix)) return [{ bucket, prefix }];
    read.faults.push(
      `${settings.exportDestinations.variable} names ${uri}, which is not s3://<bucket>/<prefix>/ outside of the platform's own places`,
    );
    return [];
  });

/** Ids contain the addresses of both services, so a process that runs one of them needs the address of the other. */
const checkAddresses = (read: SettingReader, { roles, baseUrls }: Config): void => {
  const [own, other] = [roles.includes('preservation'), roles.includes('storage')];
  if (own && !other && baseUrls.storage === null)
    read.faults.push(`${settings.storageUrl.variable} must say where the storage service is`);
  if (other && !own && baseUrls.preservation === null)
    read.faults.push(`${settings.preservationUrl.variable} must say where the preservation service is`);
};
