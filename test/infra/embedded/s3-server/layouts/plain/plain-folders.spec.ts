import { mkdtemp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { openEngineIndex, type EngineIndex } from '../../../../../../infra/embedded/s3-server/index/engine-index.js';
import { Leftovers } from '../../../../../../infra/embedded/file-system/leftovers.js';
import { nodeFiles, type Files } from '../../../../../../infra/embedded/file-system/files.js';
import { PlainFolders } from '../../../../../../infra/embedded/s3-server/layouts/plain/plain-folders.js';
import { until } from '../../../../../support/scheduling/until.js';

describe('the folders of plain files', () => {
  let root: string;
  let index: EngineIndex;
  let leftovers: Leftovers;
  let reported: string[];
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'muniment-folders-'));
    index = openEngineIndex(join(root, 'index'));
    reported = [];
    leftovers = new Leftovers((path) => reported.push(path));
  });
  afterEach(async () => {
    leftovers.close();
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
    const folders = new PlainFolders(files, { bucket: 'bucket', root }, index, leftovers);
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
    const folders = new PlainFolders(nodeFiles, { bucket: 'bucket', root }, index, leftovers);
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
    const folders = new PlainFolders(files, { bucket: 'bucket', root }, index, leftovers);
    const put = (number: number) => writeFile(join(root, 'a/b', `${number}`), '');
    const numbers = Array.from({ length: 50 }, (_, number) => number);
    await Promise.all(numbers.map((number) => folders.ready(join(root, 'a/b'), () => put(number))));
    expect(await readdir(join(root, 'a/b'))).to.have.length(numbers.length);
    expect(calls).to.deep.equal({ made: 2, removed: 1 });
  });

  it('that cannot be made for a file are left to whoever moves it there', async () => {
    await writeFile(join(root, 'a'), 'in the way');
    const folders = new PlainFolders(nodeFiles, { bucket: 'bucket', root }, index, leftovers);
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
    void new PlainFolders(nodeFiles, { bucket: 'bucket', root }, index, leftovers).mayEmpty(
      [join(root, 'a/b')],
      () => never,
    );
    index.commit.flush();
    await new PlainFolders(nodeFiles, { bucket: 'bucket', root }, index, leftovers).sweep();
    expect(await nodeFiles.state(join(root, 'a'))).to.equal(null);
    expect(index.cleanup.vacantFolders.all()).to.deep.equal([]);
  });

  describe('that cannot be removed', () => {
    const denying = {
      ...nodeFiles,
      removeFolder: (): Promise<never> =>
        Promise.reject(Object.assign(new Error('not permitted'), { code: 'EPERM', syscall: 'rmdir' })),
    };
    const notes = (): readonly string[] => {
      index.commit.flush();
      return index.cleanup.vacantFolders.all();
    };

    it('are reported and counted once, and fail nothing', async () => {
      await mkdir(join(root, 'a/b'), { recursive: true });
      const folders = new PlainFolders(denying, { bucket: 'bucket', root }, index, leftovers);
      const work = () => Promise.resolve('done');
      expect(await folders.mayEmpty([join(root, 'a/b')], work)).to.equal('done');
      expect(await folders.mayEmpty([join(root, 'a/b')], work)).to.equal('done');
      await folders.sweep();
      expect(reported).to.deep.equal([join(root, 'a/b')]);
      expect(leftovers.count).to.equal(1);
    });

    const deniedOnce = () => {
      const disk = { isDenied: true };
      const removeFolder: Files['removeFolder'] = (path) =>
        disk.isDenied ? denying.removeFolder() : nodeFiles.removeFolder(path);
      return { disk, files: { ...nodeFiles, removeFolder } };
    };

    it('are removed by the next open that can', async () => {
      await mkdir(join(root, 'a'));
      const { disk, files } = deniedOnce();
      const folders = new PlainFolders(files, { bucket: 'bucket', root }, index, leftovers);
      await folders.mayEmpty([join(root, 'a')], () => Promise.resolve());
      expect(notes()).to.deep.equal(['bucket:a']);
      disk.isDenied = false;
      await folders.sweep();
      expect([await nodeFiles.state(join(root, 'a')), notes(), leftovers.count]).to.deep.equal([null, [], 0]);
    });

    it('are tried again later', async () => {
      const clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        await mkdir(join(root, 'a'));
        const { disk, files } = deniedOnce();
        const folders = new PlainFolders(files, { bucket: 'bucket', root }, index, leftovers);
        await folders.mayEmpty([join(root, 'a')], () => Promise.resolve());
        disk.isDenied = false;
        clock.tick(60_000);
      } finally {
        clock.restore();
      }
      await until('the folder is gone', () => leftovers.count === 0);
      expect([await nodeFiles.state(join(root, 'a')), notes()]).to.deep.equal([null, []]);
    });
  });
});
