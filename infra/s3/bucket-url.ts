import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './client.js';

/** The address of a bucket, as the SDK would call it, without a final slash: what stands before the key in a URL. */
export const bucketUrl = async (
  { config }: Pick<S3Client, 'config'>,
  bucket: string,
  { endpoint, forcePathStyle = false }: Pick<S3Settings, 'endpoint' | 'forcePathStyle'>,
): Promise<string> => {
  const { url } = config.endpointProvider({
    Bucket: bucket,
    Region: await config.region(),
    ForcePathStyle: forcePathStyle,
    UseFIPS: await config.useFipsEndpoint(),
    UseDualStack: await config.useDualstackEndpoint(),
    ...(endpoint === undefined ? {} : { Endpoint: endpoint }),
  });
  return url.href.replace(/\/$/, '');
};
