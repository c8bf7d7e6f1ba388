import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { openObjectEngine } from '../../infra/embedded/s3-server/s3-server.js';
import { uploadsOf } from '../support/s3/uploads-of.js';
import { byteStoreContract } from '../contracts/byte-store.contract.js';
import type { ByteStoreUnderTest } from '../contracts/byte-store/store-in-test.js';

const open = async (bucket: string, other: string): Promise<ByteStoreUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-objects-'));
  const engine = await openObjectEngine({
    folder,
    buckets: [
      { name: 'workspace', layout: 'indexed' },
      { name: 'repository', layout: 'plain', root: join(folder, 'ocfl') },
    ],
  });
  return {
    store: engineByteStore(engine),
    bucket,
    other,
    anyKey: bucket === 'workspace',
    nested: bucket === 'workspace' ? 'held' : 'refused',
    conditionalCopies: true,
    ...uploadsOf(engine),
    async close() {
      await engine.close();
      await rm(folder, { recursive: true });
    },
  };
};

byteStoreContract('embedded engine, keys in an index', () => open('workspace', 'repository'));
byteStoreContract('embedded engine, plain files', () => open('repository', 'workspace'));
