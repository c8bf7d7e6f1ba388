import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Files } from '../../../../infra/embedded/file-system/files.js';
import { makeFolders } from '../../../../infra/embedded/file-system/make-folders.js';
import { forgetfulFiles } from '../../../support/power-cuts/forgetful-files.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('folders that are made durably', () => {
  const folder = temporaryFolder();

  it('are there after a power cut, also when they were asked for again after a sync that failed', async () => {
    const disk = forgetfulFiles('/disk', null);
    let failures = 1;
    const failing: Files = {
      ...disk,
      syncFolder: (path) => (failures-- > 0 ? Promise.reject(new Error('i/o error')) : disk.syncFolder(path)),
    };
    const outcome = await makeFolders(failing, '/disk/a').catch((error: unknown) => (error as Error).message);
    expect(outcome).to.equal('i/o error');
    await makeFolders(failing, '/disk/a/b');
    disk.writeImage(folder(), 'nothing');
    expect(existsSync(join(folder(), 'a/b'))).to.equal(true);
  });

  it('tell whether they were missing', async () => {
    const disk = forgetfulFiles('/disk', null);
    expect(await makeFolders(disk, '/disk/a')).to.equal(true);
    expect(await makeFolders(disk, '/disk/a')).to.equal(false);
  });
});
