import type { OpenWorkspaceAccess } from '../../../gateways/preservation/credentials/workspace-access.js';
import { openS3Endpoint, type S3Endpoint } from '../../embedded/s3-server/s3-server.js';
import type { WorkspaceKeys } from '../../embedded/workspace-keys.js';
import type { ProcessParts } from '../process/process-parts.js';
import type { Stores } from '../stores/stores.js';
import { clientCredential } from './client-credential.js';
import type { ConnectionBounds } from './connection-bounds.js';
import { listenFault } from './listen.js';
import { allowsOriginOf } from './page-origins.js';
import { openWorkspaceAccess, ownWorkspaceKeys, type S3Access } from './workspace-access.js';

interface Objects extends Pick<ProcessParts, 'config' | 'events' | 'log' | 'now' | 'disposal'> {
  readonly bounds: Partial<ConnectionBounds>;
  /** The services of this process, with their addresses. */
  readonly httpServers: { readonly preservation: { readonly address: string } | null };
  readonly stores: Stores;
}

/** The objects as callers of this process reach them. */
export interface ServedObjects {
  /** Null where an S3 server has the objects. */
  readonly s3: S3Access | null;
  readonly openWorkspaceAccess: OpenWorkspaceAccess;
}

/** Serves the objects of the data folder to S3 clients, and opens the way to those of an S3 server. */
export const serveObjects = async (objects: Objects): Promise<ServedObjects> => {
  const { config, stores, events, disposal } = objects;
  const keys = ownWorkspaceKeys(config, stores, events);
  const s3 = await serveS3(objects, keys);
  return { s3, openWorkspaceAccess: await openWorkspaceAccess(config, { engine: stores.engine, keys, s3 }, disposal) };
};

const serveS3 = async (
  { config, bounds, httpServers, stores, log, now, disposal }: Objects,
  keys: WorkspaceKeys | null,
): Promise<S3Access | null> => {
  const { engine, folder } = stores;
  if (engine === null || folder === null) return null;
  const { host, ports, buckets, s3ServedRegion: region } = config;
  const credentials = [clientCredential(folder.credentials, config)];
  const { connections, onRefused } = bounds;
  const findCredential = keys?.find;
  const allowsOrigin = allowsOriginOf(config, httpServers.preservation?.address ?? null);
  const opening = {
    engine,
    host,
    port: ports.s3,
    region,
    credentials,
    findCredential,
    allowsOrigin,
    now,
    log: log('s3'),
  };
  const endpoint: S3Endpoint = await openS3Endpoint({ ...opening, connections, onRefused }).catch((error: unknown) => {
    throw listenFault('S3 endpoint', host, ports.s3, error);
  });
  disposal.keep('S3 endpoint', endpoint, (it) => it.close());
  return {
    endpoint: endpoint.endpoint,
    region,
    ...folder.credentials,
    workspaceBucket: buckets.workspace,
    repositoryBucket: buckets.repository,
  };
};
