import { join } from 'node:path';
import { expect } from 'chai';
import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openDocumentStoreToRead } from '../../infra/embedded/documents/read-only-document-store.js';
import type { CollectionShape } from '../../projections/documents.js';
import type { Position } from '../../events/envelope.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const BY_NAME = { where: { all: [{ field: 'name', above: '' }] }, by: ['name'], sort: [{ field: 'name' }] } as const;
const shape: CollectionShape = { name: 'letters', indexes: [['name']], queries: { byName: BY_NAME } };

describe('the embedded document store, opened to be read', () => {
  const folder = temporaryFolder();

  it('has the registers and documents that its writer left, by their indexes too', async () => {
    const path = join(folder(), 'documents.sqlite');
    const store = openDocumentStore(path);
    const { lease } = (await store.acquireLease('letters', 'ada', (await store.register('letters')).lease))!;
    const { generations } = await store.beginGeneration('letters', lease.epoch, 1, null);
    const documents = await store.prepare<{ name: string }>(shape, generations[0]!);
    const position = '1' as Position;
    await documents.save(['b', 'a'].map((name) => ({ key: name, doc: { name }, position })));
    const register = await store.register('letters');
    const collection = await documents.collectionId();
    await store.close();

    const reader = openDocumentStoreToRead(path);
    expect(await reader.register('letters')).to.deep.equal(register);
    expect((await reader.register('maps')).live).to.equal(null);
    const read = await reader.open<{ name: string }>(shape, generations[0]!);
    expect(await read.collectionId()).to.equal(collection);
    expect(await read.get('a')).to.deep.equal({ name: 'a' });
    expect((await read.find(BY_NAME)).map(({ name }) => name)).to.deep.equal(['a', 'b']);
    reader.close();
    await openDocumentStore(path).close();
  });

  it('is refused while it is written', async () => {
    const path = join(folder(), 'documents.sqlite');
    const store = openDocumentStore(path);
    expect(() => openDocumentStoreToRead(path))
      .to.throw()
      .that.includes({ code: 'database-in-use' });
    await store.close();
  });
});
