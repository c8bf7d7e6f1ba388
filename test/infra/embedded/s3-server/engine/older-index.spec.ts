import { copyFile, readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { expect } from 'chai';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { nodeFiles } from '../../../../../infra/embedded/file-system/files.js';
import { openEngineIndex } from '../../../../../infra/embedded/s3-server/index/engine-index.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';

describe('a store whose index is older than its files', () => {
  const temporary = openedForEach(temporaryEngine);

  const put = async (bucket: string, key: string, text: string): Promise<void> => {
    await engineByteStore(temporary.engine).put({ bucket, key }, Buffer.from(text));
  };
  const index = (): string => join(temporary.folder, 'objects.sqlite');
  const saved = (): string => join(temporary.folder, 'saved.sqlite');
  const files = async (): Promise<string[]> => {
    const entries = await readdir(join(temporary.folder, 'objects'), { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return paths.map((path) => relative(join(temporary.folder, 'objects'), path)).sort();
  };
  const plain = async (): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const { key, size } of engineByteStore(temporary.engine).list('repository', '')) {
      const head = await temporary.engine.head({ bucket: 'repository', key });
      found.push([key, size, head?.sha256]);
    }
    return found;
  };
  /** Stores, saves the index, changes what is stored, and puts the saved index back; the store is closed. */
  const restoreOlder = async (): Promise<void> => {
    for (const key of ['kept', 'deleted', 'replaced']) await put('workspace', key, key);
    await put('repository', 'object/replaced', 'before');
    await put('repository', 'object/deleted', 'before');
    await temporary.engine.close();
    await copyFile(index(), saved());
    await temporary.reopen();
    for (const key of ['replaced', 'new']) await put('workspace', key, 'afterwards');
    await put('repository', 'object/replaced', 'afterwards');
    await put('repository', 'object/new', 'afterwards');
    await temporary.engine.delete('workspace', ['deleted']);
    await temporary.engine.delete('repository', ['object/deleted']);
  };

  it('counts what has no name and what has no bytes, at every start until that is mended', async () => {
    await restoreOlder();
    const newest = join(temporary.folder, 'newest.sqlite');
    await temporary.engine.close();
    await copyFile(index(), newest);
    await copyFile(saved(), index());
    const lost = { nameless: 2, withoutBytes: 2 };
    expect((await temporary.reopen()).lost).to.deep.equal(lost);
    await put('workspace', 'another', 'another');
    expect((await temporary.reopen()).lost).to.deep.equal(lost);
    await temporary.engine.delete('workspace', ['deleted', 'replaced']);
    expect((await temporary.reopen()).lost).to.deep.equal({ nameless: 2, withoutBytes: 0 });
    await temporary.engine.close();
    await copyFile(newest, index());
    expect((await temporary.reopen()).lost).to.deep.equal({ nameless: 1, withoutBytes: 0 }); // that of `another`
  });

  it('reads plain files as they are', async () => {
    await restoreOlder();
    const newer = await plain();
    await temporary.engine.close();
    await copyFile(saved(), index());
    await temporary.reopen();
    expect(await plain()).to.deep.equal(newer);
  });

  it('never removes a file without a name, also where a killed process wrote beside it', async () => {
    await restoreOlder();
    const before = await files();
    await temporary.engine.close();
    await copyFile(saved(), index());
    const opened = openEngineIndex(index());
    await opened.commit.write(() => {
      for (const path of before) opened.cleanup.unsettledFolders.add(dirname(path));
    });
    await opened.close();
    await temporary.reopen();
    expect(await files()).to.deep.equal(before);
    expect(temporary.engine.lost.nameless).to.equal(2);
  });

  it('is told by a mark alone, so that a start with the newest index reads no folder of files', async () => {
    await put('workspace', 'a', 'a');
    await temporary.reopen();
    const read: string[] = [];
    const counted = {
      ...nodeFiles,
      readFolder: (path: string) => {
        read.push(basename(path));
        return nodeFiles.readFolder(path);
      },
    };
    expect((await temporary.reopen(counted)).lost).to.deep.equal({ nameless: 0, withoutBytes: 0 });
    expect(new Set(read.filter((name) => name !== 'tmp'))).to.deep.equal(new Set(['objects']));
  });

  it('is opened on a full disk with the mark that it has', async () => {
    await put('workspace', 'a', 'a');
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'mkdir' });
    const makeFolder = (path: string): Promise<boolean> =>
      basename(path).startsWith('index-') ? Promise.reject(full) : nodeFiles.makeFolder(path);
    await temporary.reopen({ ...nodeFiles, makeFolder });
    expect((await temporary.reopen()).lost).to.deep.equal({ nameless: 0, withoutBytes: 0 });
    expect(await temporary.engine.head({ bucket: 'workspace', key: 'a' })).to.have.property('size', 1);
  });
});
