import { S3Client } from '@aws-sdk/client-s3';
import type { OpenWorkspaceAccess } from '../../../gateways/preservation/credentials/workspace-access.js';
import { bucketUrl } from '../bucket-url.js';
import { bindsPresignedPuts } from './binds-presigned-puts.js';
import { addressing, type S3Settings } from '../client.js';
import { withFaults } from '../fault.js';
import { presigner } from './presign.js';
import { s3Uploads } from './uploads.js';

/** The store as the platform reaches it, and as clients do. */
export interface AccessSettings extends Pick<S3Settings, 'endpoint' | 'region' | 'credentials' | 'forcePathStyle'> {
  /** Absent for `endpoint`. */
  readonly publicEndpoint?: string;
}

/**
 * Access to workspaces in an S3 store, by URLs that the platform's own credentials presign. S3 has no keys that end at
 * a prefix without a service for them beside it, so there are none. The first access tries whether the store binds a
 * URL to its key; it opens nothing on a store that does not.
 */
export const s3WorkspaceAccess = (
  settings: AccessSettings,
): { readonly open: OpenWorkspaceAccess; readonly close: () => void } => {
  const client = new S3Client(addressing(settings));
  const { publicEndpoint } = settings;
  const publicClient =
    publicEndpoint === undefined ? client : new S3Client(addressing({ ...settings, endpoint: publicEndpoint }));
  let binds: boolean | null = null;
  return {
    open: ({ files }, { from, seconds }) =>
      withFaults('read', async () => {
        const [signedFor, signers] = await Promise.all([client.config.region(), client.config.credentials()]);
        const left = Math.floor(((signers.expiration?.getTime() ?? Infinity) - from.getTime()) / 1000);
        const valid = Math.max(1, Math.min(seconds, left));
        const signing = { region: signedFor, credentials: signers, from, seconds: valid };
        const presignerAt = async (at: S3Client) =>
          presigner({ ...signing, bucketUrl: await bucketUrl(at, files.bucket) });
        binds ??= await bindsPresignedPuts(files, (await presignerAt(client)).presignPut);
        if (!binds) return null;
        return {
          expires: new Date(from.getTime() + valid * 1000),
          keys: null,
          ...(await presignerAt(publicClient)),
          uploads: s3Uploads(client, files),
        };
      }),
    close: () => {
      for (const each of [client, publicClient]) each.destroy();
    },
  };
};
