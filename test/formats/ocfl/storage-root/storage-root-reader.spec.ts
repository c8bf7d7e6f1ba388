import { expect } from 'chai';
import {
  byteStoreRootReader,
  type StorageRootEntry,
} from '../../../../formats/ocfl/storage-root/storage-root-reader.js';
import { memoryBytes } from '../../../support/s3/memory-bytes.js';

describe('the entries of a storage root in a bucket', () => {
  it('are empty folders where a key ends in a slash and has no bytes, else files', async () => {
    const { store } = memoryBytes(['repository']);
    for (const [key, text] of Object.entries({ 'a/': '', 'b/': 'twelve bytes', 'c/d': 'd' }))
      await store.put({ bucket: 'repository', key }, Buffer.from(text));
    const entries: StorageRootEntry[] = [];
    for await (const entry of byteStoreRootReader(store, 'repository').list('')) entries.push(entry);
    expect(entries).to.deep.equal([
      { key: 'a', kind: 'empty-folder', size: 0 },
      { key: 'b/', kind: 'file', size: 12 },
      { key: 'c/d', kind: 'file', size: 1 },
    ]);
  });
});
