import type { Config } from '../config.js';
import type { S3Credentials } from '../embedded/data-folder.js';
import type { S3Credential } from '../embedded/s3-endpoint/credential.js';

/** What clients may do with the keys they are shown: work in workspaces, and look into the repository. */
export const clientCredential = (keys: S3Credentials, buckets: Config['buckets']): S3Credential => ({
  ...keys,
  may: (access, bucket) => bucket === buckets.workspace || (bucket === buckets.repository && access === 'read'),
});
