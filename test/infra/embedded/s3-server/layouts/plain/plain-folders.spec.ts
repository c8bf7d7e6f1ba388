import { mkdtemp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { openEngineIndex, type EngineIndex } from '../../../../../../infra/embedded/s3-server/index/engine-index.js';
import { nodeFiles } from '../../../../../../infra/embedded/file-system/files.js';
import { PlainFolders } from '../../../../../../infra/embedded/s3-server/layouts/plain/plain-folders.js';

describe('the folders of plain files', () => {
  let root: string;
  let index: EngineIndex;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-folders-'));
    index = openEngineIndex(join(root, 'index'));
  });
  afterEach(async () => {
    await index.close();
    await rm(root, { recursive: true });
  });

  it('are not durable for anyone before the one who makes them has synced their name', async () => {
    const order: string[] = [];
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const files = {
      ...nodeFiles,
      async syncFolder(path: string) {
        if (path === root) await held;
        order.push(path);
      },
    };
    const folders = new PlainFolders(files, 'bucket', root, index);
    const maker = folders.make(join(root, 'a'));
    while ((await nodeFiles.state(join(root, 'a'))) === null) await setImmediate();
    const other = folders.sync(join(root, 'a'));
    await setImmediate();
    letGo();
    await Promise.all([maker, other]);
    expect(order).to.deep.equal([root, join(root, 'a')]);
  });

  it('go when they are empty after the work, up to the first that is not', async () => {
    await mkdir(join(root, 'a/b/c'), { recursive: true });
    await mkdir(join(root, 'a/kept'), { recursive: true });
    const folders = new PlainFolders(nodeFiles, 'bucket', root, index);
    await folders.mayEmpty([join(root, 'a/b/c')], () => Promise.resolve());
    expect(await nodeFiles.state(join(root, 'a/b'))).to.equal(null);
    expect((await stat(join(root, 'a/kept'))).isDirectory()).to.equal(true);
  });

  it('are made once for many files that come at a time, and tried to be removed once', async () => {
    const calls = { made: 0, removed: 0 };
    const files = {
      ...nodeFiles,
      makeFolder: (path: string) => (calls.made++, nodeFiles.makeFolder(path)),
      removeFolder: (path: string) => (calls.removed++, nodeFiles.removeFolder(path)),
    };
    const folders = new PlainFolders(files, 'bucket', root, index);
    const put = (number: number) => writeFile(join(root, 'a/b', `${number}`), '');
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    await Promise.all(numbers.map((number) => folders.ready(join(root, 'a/b'), () => put(number))));
    expect(await readdir(join(root, 'a/b'))).to.have.length(numbers.length);
    expect(calls).to.deep.equal({ made: 2, removed: 1 });
  });

  it('that cannot be made for a file are left to whoever moves it there', async () => {
    await writeFile(join(root, 'a'), 'in the way');
    const folders = new PlainFolders(nodeFiles, 'bucket', root, index);
    const tried = await Promise.all(
      [1, 2, 3].map((number) => folders.ready(join(root, 'a/b'), () => Promise.resolve(number))),
    );
    expect(tried).to.deep.equal([1, 2, 3]);
    index.commit.flush();
    expect(index.cleanup.vacantFolders.all()).to.deep.equal([]);
  });

  it('go at the next open when the process ended between', async () => {
    await mkdir(join(root, 'a/b'), { recursive: true });
    const never = new Promise<never>(() => undefined);
    void new PlainFolders(nodeFiles, 'bucket', root, index).mayEmpty([join(root, 'a/b')], () => never);
    index.commit.flush();
    await new PlainFolders(nodeFiles, 'bucket', root, index).sweep();
    expect(await nodeFiles.state(join(root, 'a'))).to.equal(null);
    expect(index.cleanup.vacantFolders.all()).to.deep.equal([]);
  });
});
