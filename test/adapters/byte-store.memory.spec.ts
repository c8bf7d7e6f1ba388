import { byteStoreContract } from '../contracts/byte-store.contract.js';
import { memoryBytes } from '../support/s3/memory-bytes.js';

byteStoreContract('memory', () => {
  const memory = memoryBytes(['workspace', 'repository']);
  return Promise.resolve({
    ...memory,
    bucket: 'workspace',
    other: 'repository',
    anyKey: true,
    nested: 'held' as const,
    conditionalCopies: true,
    close: () => Promise.resolve(),
  });
});
