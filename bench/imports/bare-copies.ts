import { CopyObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Server } from '../../test/support/s3/s3-server.js';
import { secondsOf } from '../measure.js';

/** The concurrency of an importer. */
const CONCURRENCY = 64;

export interface BareCopies {
  readonly from: { readonly bucket: string; readonly keys: readonly string[] };
  readonly to: { readonly bucket: string; readonly prefix: string };
  /** Whether each copy needs a HEAD request, for a store whose answer to a copy has no SHA-256. */
  readonly looking: boolean;
}

const client = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Server): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestHandler: { httpAgent: { maxSockets: CONCURRENCY } },
  });

const source = (bucket: string, key: string): string => `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;

/** The name of the work of the SDK alone. */
export const bareCopiesOn = (looking: boolean): string =>
  looking ? 'bare CopyObject and HeadObject' : 'bare CopyObject';

/** The duration, in seconds, of server-side copies with a SHA-256 by the SDK alone. */
export const copyBare = async (server: S3Server, { from, to, looking }: BareCopies): Promise<number> => {
  const s3 = client(server);
  const copy = async (key: string): Promise<void> => {
    const place = { Bucket: to.bucket, Key: to.prefix + key };
    const CopySource = source(from.bucket, key);
    const { CopyObjectResult: copied } = await s3.send(
      new CopyObjectCommand({ ...place, CopySource, ChecksumAlgorithm: 'SHA256' }),
    );
    const sha256 = looking
      ? (await s3.send(new HeadObjectCommand({ ...place, ChecksumMode: 'ENABLED' }))).ChecksumSHA256
      : copied?.ChecksumSHA256;
    if (sha256 === undefined) throw new Error(`nothing tells the SHA-256 of ${key}`);
  };
  const rest = from.keys.values();
  const lane = async (): Promise<void> => {
    for (const key of rest) await copy(key);
  };
  try {
    return await secondsOf(() => Promise.all(Array.from({ length: CONCURRENCY }, lane)));
  } finally {
    s3.destroy();
  }
};
