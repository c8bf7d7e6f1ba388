import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { uploadsOf } from '../support/s3/uploads-of.js';
import { byteStoreContract } from '../contracts/byte-store.contract.js';
import type { ByteStoreUnderTest } from '../contracts/byte-store/store-in-test.js';
import { openEngineIn } from '../support/s3/open-engine-in.js';

const open = async (bucket: string, other: string): Promise<ByteStoreUnderTest> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-objects-'));
  const engine = await openEngineIn(folder);
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
