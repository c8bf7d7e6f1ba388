import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { byteStoreContract } from '../contracts/byte-store.contract.js';
import type { ByteStoreUnderTest } from '../contracts/byte-store/store-in-test.js';
import { uploadsOf } from '../support/s3/uploads-of.js';
import { openS3Harness, owner } from '../support/s3/s3-harness.js';

const open = async (bucket: string, other: string): Promise<ByteStoreUnderTest> => {
  const harness = await openS3Harness();
  const { endpoint } = harness;
  const store = openS3ByteStore({ endpoint, region: 'us-east-1', credentials: owner, forcePathStyle: true });
  return {
    store,
    bucket,
    other,
    anyKey: bucket === 'workspace',
    nested: bucket === 'workspace' ? 'held' : 'refused',
    conditionalCopies: true,
    ...uploadsOf(harness.engine),
    async close() {
      store.close();
      await harness.close();
    },
  };
};

byteStoreContract('S3 adapter over the embedded endpoint, keys in an index', () => open('workspace', 'repository'));
byteStoreContract('S3 adapter over the embedded endpoint, plain files', () => open('repository', 'workspace'));
