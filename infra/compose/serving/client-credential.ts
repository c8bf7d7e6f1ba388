import type { Config } from '../../config/config.js';
import type { S3Credentials } from '../../embedded/data-folder.js';
import type { S3Credential } from '../../embedded/s3-server/s3-server.js';
import { clientBuckets } from '../stores/client-buckets.js';

/** The S3 credential of clients: may read and write in workspaces, and only read the repository. */
export const clientCredential = (
  keys: S3Credentials,
  config: Pick<Config, 'buckets' | 'identity' | 'exports'>,
): S3Credential => {
  const workspaces = clientBuckets(config);
  return {
    ...keys,
    may: (access, bucket) => workspaces.includes(bucket) || (bucket === config.buckets.repository && access === 'read'),
  };
};
