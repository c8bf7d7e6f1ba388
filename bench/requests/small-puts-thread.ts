import { createHash } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import { smallPuts, type SmallPutSettings } from '../../infra/s3/small-puts.js';

/** Files of one size to put with a prefix, by the SDK or by plain requests. */
export interface PutOrder {
  readonly by: 'sdk' | 'plain';
  readonly settings: SmallPutSettings;
  readonly bucket: string;
  readonly prefix: string;
  readonly files: number;
  readonly bytes: number;
}

/** The concurrency of the command that uploads a folder. */
const CONCURRENCY = 32;

const { by, settings, bucket, prefix, files, bytes } = workerData as PutOrder;

/** Loads the SDK only where it is used, since loading is part of its cost. */
const openSdk = async () => {
  const { openS3ByteStore } = await import('../../infra/s3/byte-store.js');
  return openS3ByteStore({ ...settings, forcePathStyle: true });
};
const openPlain = () =>
  smallPuts(settings, { put: () => Promise.reject(new Error('a small put was left to the SDK')) });

const objects = by === 'sdk' ? await openSdk() : openPlain();
const left = Array.from({ length: files }, (_, file) => file).values();
const putRest = async (): Promise<void> => {
  for (const file of left) {
    const body = Buffer.alloc(bytes, file);
    const sha256 = createHash('sha256').update(body).digest('hex');
    const described = { contentType: 'text/plain', metadata: { mtime: '1700000000.123456' } };
    await objects.put({ bucket, key: `${prefix}/${file}.txt` }, body, { ...described, sha256 });
  }
};
await Promise.all(Array.from({ length: CONCURRENCY }, putRest));
objects.close();
