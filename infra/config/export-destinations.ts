import { isBucketName } from './bucket-name.js';
import type { IdentitySettings } from './identity.js';
import type { SettingReader } from './setting-reader.js';
import { settings } from './settings.js';

interface Buckets {
  readonly buckets: Readonly<{ repository: string; staging: string; workspace: string }>;
  readonly identity: Pick<IdentitySettings, 'knownClients'>;
}

/** A bucket, or a prefix in it, as a place for exports. */
interface ExportPlace {
  readonly bucket: string;
  readonly prefix: string;
}

/** Every bucket for workspaces: the platform's own, and those of known clients. */
export const workspaceBuckets = ({ buckets, identity }: Buckets): readonly string[] => {
  const own = [...identity.knownClients.values()].flatMap(({ depositBucket }) => depositBucket ?? []);
  return [...new Set([buckets.workspace, ...own])];
};

/** A bucket, or a prefix in it that consists of whole segments. */
const DESTINATION = /^s3:\/\/([^/]+)\/((?:[^/]+\/)*)$/;

/** Reads where archival groups may be exported to: anywhere but to the repository, the staging area and workspaces. */
export const readExportDestinations = (read: SettingReader, config: Buckets): readonly ExportPlace[] => {
  const { variable } = settings.exportDestinations;
  const ownBuckets = [config.buckets.repository, config.buckets.staging];
  const holdWorkspaces = workspaceBuckets(config);
  const isOwn = (bucket: string, prefix: string): boolean =>
    ownBuckets.includes(bucket) ||
    (holdWorkspaces.includes(bucket) && (prefix === '' || prefix.startsWith('deposits/')));
  return read.list(settings.exportDestinations).flatMap((uri) => {
    const [, bucket = '', prefix = ''] = DESTINATION.exec(uri) ?? [];
    if (!isBucketName(bucket) || /(^|\/)\.\.?\//.test(prefix)) {
      read.faults.push(`${variable} names ${uri}: an entry is s3://<bucket>/ or s3://<bucket>/<prefix>/`);
      return [];
    }
    if (!isOwn(bucket, prefix)) return [{ bucket, prefix }];
    read.faults.push(
      `${variable} names ${uri}, where the platform has its repository, its staging area or workspaces: name another bucket or prefix`,
    );
    return [];
  });
};
