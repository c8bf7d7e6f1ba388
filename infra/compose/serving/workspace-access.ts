import { depositStream } from '../../../commands/deposit/deposit-stream.js';
import { workspacePrefix } from '../../../commands/workspace/empty-workspace.js';
import type { DepositFact } from '../../../events/deposit.js';
import type { EventStore } from '../../../events/store.js';
import type { OpenWorkspaceAccess } from '../../../gateways/preservation/credentials/workspace-access.js';
import type { Config } from '../../config/config.js';
import { engineUploads } from '../../embedded/workspace-uploads.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';
import { workspaceKeys, type WorkspaceKeys } from '../../embedded/workspace-keys.js';
import type { DisposalStack } from '../process/disposal-stack.js';
import type { Stores } from '../stores/stores.js';
import { clientBuckets } from '../stores/client-buckets.js';

/** The S3 endpoint of the data folder, and the credentials for it. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly workspaceBucket: string;
  readonly repositoryBucket: string;
}

/** Whether a deposit was deleted: nothing but the emptying of its workspace is recorded behind that. */
const isDeleted = async (events: EventStore, depositId: string): Promise<boolean> => {
  for await (const { type } of events.read<DepositFact>(depositStream(depositId), { direction: 'backwards', limit: 1 }))
    return type === 'DepositDeleted' || type === 'DepositWorkspaceEmptied';
  return true;
};

/** Keys for single workspaces of the data folder's own S3 endpoint; null where an S3 server has the objects. */
export const ownWorkspaceKeys = (
  config: Pick<Config, 'buckets' | 'identity' | 'exports'>,
  { engine, folder }: Pick<Stores, 'engine' | 'folder'>,
  events: EventStore,
): WorkspaceKeys | null =>
  engine === null || folder === null
    ? null
    : workspaceKeys({
        secret: folder.credentials.secretAccessKey,
        buckets: clientBuckets(config),
        prefixOf: workspacePrefix,
        isDeleted: (depositId) => isDeleted(events, depositId),
      });

/** Access by keys for one workspace, with which its URLs are presigned, so that they end together. */
export const accessByKeys =
  (
    keys: WorkspaceKeys,
    engine: ObjectEngine,
    { endpoint, region }: Pick<S3Access, 'endpoint' | 'region'>,
  ): OpenWorkspaceAccess =>
  async ({ depositId, files: { bucket, prefix } }, { from, seconds }) => {
    const { presigner } = await import('../../s3/workspace-access/presign.js');
    const expires = new Date(from.getTime() + seconds * 1000);
    const credentials = keys.issue({ depositId, bucket, expires });
    const bucketUrl = `${endpoint}/${bucket}`;
    return {
      expires,
      keys: { endpoint, region, bucket, prefix, ...credentials },
      ...presigner({ bucketUrl, region, credentials, from, seconds }),
      uploads: engineUploads(engine, { bucket, prefix }),
    };
  };

/** How callers of this process get at the files of a deposit. */
export const openWorkspaceAccess = async (
  { servers, s3PublicUrl }: Pick<Config, 'servers' | 's3PublicUrl'>,
  own: Pick<Stores, 'engine'> & { readonly keys: WorkspaceKeys | null; readonly s3: S3Access | null },
  disposal: DisposalStack,
): Promise<OpenWorkspaceAccess> => {
  if (own.keys !== null && own.s3 !== null && own.engine !== null)
    return accessByKeys(own.keys, own.engine, { ...own.s3, endpoint: s3PublicUrl ?? own.s3.endpoint });
  if (servers.s3 === null) throw new Error('Access to workspaces was opened without an object store.');
  const { region, pathStyle, endpoint } = servers.s3;
  const { s3WorkspaceAccess } = await import('../../s3/workspace-access/workspace-access.js');
  const access = s3WorkspaceAccess({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(s3PublicUrl === null ? {} : { publicEndpoint: s3PublicUrl }),
  });
  disposal.keep('access to workspaces', access, (it) => {
    it.close();
    return Promise.resolve();
  });
  return access.open;
};
