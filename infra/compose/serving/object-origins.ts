import type { Config } from '../../config/config.js';
import { clientBuckets } from '../stores/client-buckets.js';
import type { S3Access } from './workspace-access.js';

/**
 * The origins of presigned addresses, which a page of the console may use. Where an S3 server has a name for each bucket,
 * those of all buckets of clients.
 */
export const objectOrigins = (
  config: Pick<Config, 'servers' | 's3PublicUrl' | 'buckets' | 'identity' | 'exports'>,
  own: Pick<S3Access, 'endpoint'> | null,
): readonly string[] => {
  const { servers, s3PublicUrl } = config;
  const known = s3PublicUrl ?? own?.endpoint ?? servers.s3?.endpoint ?? null;
  const region = servers.s3?.region ?? '';
  const { protocol, host } = new URL(known ?? `https://s3.${region}.amazonaws.com`);
  const isByPath = servers.s3?.pathStyle ?? true;
  return isByPath ? [`${protocol}//${host}`] : clientBuckets(config).map((bucket) => `${protocol}//${bucket}.${host}`);
};
