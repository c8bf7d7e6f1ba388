import { createHash, createHmac } from 'node:crypto';
import type { S3Credential } from './s3-server/s3-server.js';

/** A workspace, and until when keys for it are valid. */
export interface WorkspaceGrant {
  readonly depositId: string;
  readonly bucket: string;
  /** Whole seconds; a fraction is cut off. */
  readonly expires: Date;
}

/** Keys that are valid for one workspace alone, and for a limited time. */
export interface WorkspaceKeys {
  /** Always gives the same keys for the same grant. Throws for a bucket or a deposit id that keys cannot be made for. */
  issue(grant: WorkspaceGrant): { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The credential of an access key id of `issue`, with nothing looked up; null for any other text. */
  readonly find: (accessKeyId: string) => S3Credential | null;
}

export interface WorkspaceKeysSettings {
  /** The secret of the data folder, from which those of the keys are derived. */
  readonly secret: string;
  /** The buckets that have workspaces. */
  readonly buckets: readonly string[];
  /** The key prefix of a deposit's workspace, which ends in `/`. */
  readonly prefixOf: (depositId: string) => string;
  readonly isDeleted: (depositId: string) => Promise<boolean>;
}

/** The mark, the bucket's name as a digest, the expiry in seconds as hex, and the deposit. */
const ID = /^MUNW([0-9a-f]{12})([0-9a-f]{8})([a-z0-9]{1,64})$/;
const PURPOSE = 'muniment workspace keys 1';

const markOf = (bucket: string): string => createHash('sha256').update(bucket).digest('hex').slice(0, 12);

/**
 * Keys for single workspaces, which nothing has to remember: the access key id holds the grant, and its secret is
 * derived from it and from the secret of the data folder, so that both survive a restart, and end with that secret.
 */
export const workspaceKeys = ({ secret, buckets, prefixOf, isDeleted }: WorkspaceKeysSettings): WorkspaceKeys => {
  const bucketOf = new Map(buckets.map((bucket) => [markOf(bucket), bucket]));
  const secretOf = (accessKeyId: string, bucket: string): string =>
    createHmac('sha256', secret).update([PURPOSE, accessKeyId, bucket].join('\n')).digest('base64url');
  return {
    issue({ depositId, bucket, expires }) {
      const seconds = Math.floor(expires.getTime() / 1000);
      const accessKeyId = `MUNW${markOf(bucket)}${seconds.toString(16).padStart(8, '0')}${depositId}`;
      if (!ID.test(accessKeyId) || bucketOf.get(markOf(bucket)) !== bucket) {
        throw new Error(`No keys can be made for deposit ${depositId} in ${bucket}.`);
      }
      return { accessKeyId, secretAccessKey: secretOf(accessKeyId, bucket) };
    },
    find(accessKeyId) {
      const [, mark = '', seconds = '', depositId = ''] = ID.exec(accessKeyId) ?? [];
      const bucket = bucketOf.get(mark);
      if (bucket === undefined) return null;
      const prefix = prefixOf(depositId);
      return {
        accessKeyId,
        secretAccessKey: secretOf(accessKeyId, bucket),
        expires: new Date(Number.parseInt(seconds, 16) * 1000),
        may: (_access, asked, keys) => asked === bucket && (keys === null || keys.startsWith(prefix)),
        isWithdrawn: () => isDeleted(depositId),
      };
    },
  };
};
