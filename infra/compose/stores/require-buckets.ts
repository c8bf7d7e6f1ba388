import { ByteStoreFault, type ByteStore } from '../../../formats/bytes.js';

/** Buckets in the settings do not exist; the message names them. */
export class BucketsMissing extends Error {
  override name = 'BucketsMissing';
  readonly code = 'buckets-missing';
}

const isThere = async (store: ByteStore, bucket: string): Promise<boolean> => {
  try {
    const objects = store.list(bucket, '')[Symbol.asyncIterator]();
    await objects.next();
    await objects.return?.();
    return true;
  } catch (error) {
    if (error instanceof ByteStoreFault && error.code === 'bucket-not-found') return false;
    throw error;
  }
};

/** Rejects with BucketsMissing unless every bucket exists: the platform creates none, since they need policies. */
export const requireBuckets = async (
  store: ByteStore & { close(): void },
  buckets: readonly string[],
): Promise<void> => {
  try {
    const missing: string[] = [];
    for (const bucket of buckets) if (!(await isThere(store, bucket))) missing.push(bucket);
    if (missing.length === 0) return;
    throw new BucketsMissing(`The object store has no bucket ${missing.join(', ')}. Make it there first.`);
  } finally {
    store.close();
  }
};
