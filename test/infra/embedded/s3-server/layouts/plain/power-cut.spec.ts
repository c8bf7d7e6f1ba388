import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Files } from '../../../../../../infra/embedded/file-system/files.js';
import { Leftovers } from '../../../../../../infra/embedded/file-system/leftovers.js';
import { openEngineIndex, type EngineIndex } from '../../../../../../infra/embedded/s3-server/index/engine-index.js';
import { PlainFolders } from '../../../../../../infra/embedded/s3-server/layouts/plain/plain-folders.js';
import { PlainWriter } from '../../../../../../infra/embedded/s3-server/layouts/plain/plain-writer.js';
import { forgetfulFiles, type ForgetfulFiles } from '../../../../../support/power-cuts/forgetful-files.js';
import { temporaryFolder } from '../../../../../support/temporary-folder.js';

const ioError = (): Error => Object.assign(new Error('i/o error'), { code: 'EIO', syscall: 'fsync' });

describe('plain files after a power cut that kept only what was synced', () => {
  const folder = temporaryFolder(async () => {
    leftovers.close();
    await index.close();
  });
  let root: string;
  let disk: ForgetfulFiles;
  let index: EngineIndex;
  let leftovers: Leftovers;
  beforeEach(() => {
    root = join(folder(), 'root');
    disk = forgetfulFiles(root, null);
    index = openEngineIndex(join(folder(), 'index'));
    leftovers = new Leftovers(() => undefined);
  });

  const foldersOn = (files: Files): PlainFolders =>
    new PlainFolders(files, { bucket: 'bucket', root }, index, leftovers);
  /** The disk, which fails to sync the names in the root so many times. */
  const failingToSync = (failures: number): Files => ({
    ...disk,
    syncFolder: (path) => (path === root && failures-- > 0 ? Promise.reject(ioError()) : disk.syncFolder(path)),
  });
  const create = async (name: string): Promise<string> => {
    const path = join(root, name);
    await (await disk.create(path)).sync();
    return path;
  };
  const isThere = (name: string): boolean => {
    const image = join(folder(), 'image');
    disk.writeImage(image, 'nothing');
    return existsSync(join(image, name));
  };

  it('have the folder that a killed process made, once the next has begun', async () => {
    const killed = foldersOn({ ...disk, syncFolder: () => Promise.resolve() });
    await new Promise<void>((moved) => {
      const neverEnds = async (): Promise<never> => {
        await disk.rename(await create('first'), join(root, 'a/b/first'));
        moved();
        return new Promise<never>(() => undefined);
      };
      void killed.ready(join(root, 'a/b'), neverEnds);
    });
    const folders = foldersOn(disk);
    await folders.sweep();
    await new PlainWriter(disk, folders).publish(await create('second'), join(root, 'a/b/second'));
    expect(isThere('a/b/second')).to.equal(true);
  });

  it('have what was answered after the sync of a new folder’s name had failed', async () => {
    const failing = failingToSync(1);
    const writer = new PlainWriter(failing, foldersOn(failing));
    await writer.publish(await create('new'), join(root, 'a/new'));
    expect(isThere('a/new')).to.equal(true);
  });

  it('have what the next process answered after the sync of a new folder’s name had failed in this one', async () => {
    const failing = failingToSync(Infinity);
    const refused = new PlainWriter(failing, foldersOn(failing)).publish(await create('old'), join(root, 'a/old'));
    expect(await refused.catch((error: unknown) => error)).to.include({ code: 'EIO' });
    index.commit.flush();
    const folders = foldersOn(disk);
    await folders.sweep();
    await new PlainWriter(disk, folders).publish(await create('new'), join(root, 'a/new'));
    expect(isThere('a/new')).to.equal(true);
  });

  it('are not answered while the name of their folder cannot be synced', async () => {
    const failing = failingToSync(Infinity);
    const writer = new PlainWriter(failing, foldersOn(failing));
    for (const name of ['first', 'second']) {
      const published = writer.publish(await create(name), join(root, 'a', name));
      expect(await published.catch((error: unknown) => error)).to.include({ code: 'EIO' });
    }
  });

  it('do not have one whose row could not be written', async () => {
    const writer = new PlainWriter(disk, foldersOn(disk));
    await writer.publish(await create('first'), join(root, 'a/kept'));
    await writer.publish(await create('second'), join(root, 'a/refused'));
    const cause = new Error('no row');
    const refusal = await writer.withdraw(join(root, 'a/refused'), false, cause).catch((error: unknown) => error);
    expect(refusal).to.equal(cause);
    expect([isThere('a/kept'), isThere('a/refused')]).to.deep.equal([true, false]);
  });

  it('do not have a folder that was removed before it could be synced', async () => {
    const folders = foldersOn(disk);
    await folders.make(join(root, 'a'));
    await disk.removeFolder(join(root, 'a'));
    await folders.sync(join(root, 'a'));
    expect(isThere('a')).to.equal(false);
  });
});
