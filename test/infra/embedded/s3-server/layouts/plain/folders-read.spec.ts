import { expect } from 'chai';
import { engineByteStore } from '../../../../../../infra/embedded/byte-store.js';
import { nodeFiles, type Files } from '../../../../../../infra/embedded/file-system/files.js';
import { collected } from '../../../../../support/collected.js';
import { openedForEach } from '../../../../../support/platform/opened.js';
import { temporaryEngine } from '../../../../../support/s3/temporary-engine.js';

const bucket = 'repository';

describe('a listing of plain files', () => {
  const temporary = openedForEach(temporaryEngine);

  /** The folders that a listing reads, relative to the root. */
  const foldersReadBy = async (
    keys: readonly string[],
    list: (store: ReturnType<typeof engineByteStore>) => AsyncIterable<unknown>,
  ): Promise<{ readonly read: readonly string[]; readonly found: readonly unknown[] }> => {
    const read: string[] = [];
    const counted: Files = {
      ...nodeFiles,
      readFolder(path) {
        const [, below] = path.split('/ocfl');
        if (below !== undefined) read.push(below);
        return nodeFiles.readFolder(path);
      },
    };
    const store = engineByteStore(await temporary.reopen(counted));
    for (const key of keys) await store.put({ bucket, key }, Buffer.from(key));
    read.length = 0;
    const found = await collected(list(store));
    return { read: read.map((path) => path.replace(/^\/|\/$/g, '')), found };
  };

  it('reads no folder beside that of its prefix, nor one above it', async () => {
    const keys = ['a/b/c/1', 'a/b/d/2', 'a/e/3', 'f/4', 'a/b/cc/5'];
    const { read, found } = await foldersReadBy(keys, (store) => store.list(bucket, 'a/b/c'));
    expect(found.map((object) => (object as { key: string }).key)).to.deep.equal(['a/b/c/1', 'a/b/cc/5']);
    expect(read).to.deep.equal(['a/b', 'a/b/c', 'a/b/cc']);
  });

  it('finds nothing for a prefix that no path can have', async () => {
    for (const prefix of ['a//', 'a/../a/', '../', `${'n'.repeat(300)}/`, 'a/b/1/'])
      expect((await foldersReadBy(['a/b/1'], (store) => store.list(bucket, prefix))).found, prefix).to.deep.equal([]);
  });

  it('reads no folder whose name is not wanted', async () => {
    const keys = ['o/v1/content/1', 'o/v2/content/2', 'o/v3/content/3', 'o/v3/inventory.json'];
    const { read, found } = await foldersReadBy(keys, (store) =>
      store.listFolders(bucket, 'o/', (name) => name > 'v2'),
    );
    expect(found).to.deep.equal(['v3']);
    expect(read).to.deep.equal(['o', 'o/v3', 'o/v3/content']);
  });
});
