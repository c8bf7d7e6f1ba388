import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { engineByteStore } from '../../../../../infra/embedded/byte-store.js';
import { openEngineIndex } from '../../../../../infra/embedded/s3-server/index/engine-index.js';
import { temporaryEngine } from '../../../../support/s3/temporary-engine.js';
import { openedForEach } from '../../../../support/platform/opened.js';

describe('a store whose index was lost', () => {
  const temporary = openedForEach(temporaryEngine);

  const put = async (bucket: string, key: string, text: string): Promise<void> => {
    await engineByteStore(temporary.engine).put({ bucket, key }, Buffer.from(text));
  };
  const index = (): string => join(temporary.folder, 'objects.sqlite');
  const loseIndex = async (): Promise<void> => {
    await temporary.engine.close();
    for (const end of ['', '-wal', '-shm']) await rm(`${index()}${end}`, { force: true });
  };
  const files = async (): Promise<string[]> => {
    const entries = await readdir(join(temporary.folder, 'objects'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };

  it('has no file without a name where nothing was lost', async () => {
    expect(temporary.engine.lost.nameless).to.equal(0);
    await put('workspace', 'a', 'a');
    expect((await temporary.reopen()).lost.nameless).to.equal(0);
    expect((await temporary.reopen()).lost.nameless).to.equal(0);
  });

  it('counts the files without names at every start, whatever is stored since, and reads plain files again', async () => {
    await put('workspace', 'a', 'a');
    await put('workspace', 'b', 'b');
    await put('repository', 'plain', 'p');
    const before = await temporary.engine.head({ bucket: 'repository', key: 'plain' });
    await loseIndex();
    expect((await temporary.reopen()).lost.nameless).to.equal(2);
    await put('workspace', 'c', 'c');
    expect((await temporary.reopen()).lost.nameless).to.equal(2);
    const after = await temporary.engine.head({ bucket: 'repository', key: 'plain' });
    expect([after?.sha256, after?.size]).to.deep.equal([before?.sha256, before?.size]);
    expect(await temporary.engine.head({ bucket: 'workspace', key: 'a' })).to.equal(null);
  });

  it('never removes them, also where a process was killed that wrote beside them', async () => {
    await put('workspace', 'a', 'a');
    const [name] = await files();
    await loseIndex();
    await temporary.reopen();
    await temporary.engine.close();
    const opened = openEngineIndex(index());
    await opened.commit.write(() => {
      for (const note of opened.cleanup.namelessFiles.all())
        opened.cleanup.unsettledFolders.add(note.slice(0, note.lastIndexOf('/')));
    });
    await opened.close();
    expect((await temporary.reopen()).lost.nameless).to.equal(1);
    expect(await files()).to.deep.equal([name]);
  });

  it('has none any more once they were moved away, or the index was put back', async () => {
    await put('workspace', 'a', 'a');
    await temporary.engine.close();
    await mkdir(join(temporary.folder, 'saved'));
    await rename(index(), join(temporary.folder, 'saved/objects.sqlite'));
    expect((await temporary.reopen()).lost.nameless).to.equal(1);
    await loseIndex();
    await rename(join(temporary.folder, 'saved/objects.sqlite'), index());
    expect((await temporary.reopen()).lost.nameless).to.equal(0);
    expect(await temporary.engine.head({ bucket: 'workspace', key: 'a' })).to.have.property('size', 1);
    await loseIndex();
    expect((await temporary.reopen()).lost.nameless).to.equal(1);
    await temporary.engine.close();
    await rename(join(temporary.folder, 'objects'), join(temporary.folder, 'saved/objects'));
    expect((await temporary.reopen()).lost.nameless).to.equal(0);
  });
});
