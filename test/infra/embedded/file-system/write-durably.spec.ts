import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeDurably } from '../../../../infra/embedded/file-system/write-durably.js';
import { forgetfulFiles } from '../../../support/power-cuts/forgetful-files.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('a small file that is written durably', () => {
  const folder = temporaryFolder();

  it('is there with all of its text after a power cut', async () => {
    const disk = forgetfulFiles('/disk', null);
    await writeDurably(disk, '/disk/credentials.json', 'all of it', 0o600);
    disk.writeImage(folder(), 'nothing');
    expect(readFileSync(join(folder(), 'credentials.json'), 'utf8')).to.equal('all of it');
  });

  for (const step of [1, 2, 3, 4, 5]) {
    it(`is complete or absent after a cut at step ${step} of 5`, async () => {
      const onCut = (): void => disk.writeImage(folder(), 'names');
      const disk = forgetfulFiles('/disk', { step, when: 'after', onCut });
      await writeDurably(disk, '/disk/credentials.json', 'all of it', 0o600).catch(() => undefined);
      const path = join(folder(), 'credentials.json');
      expect(disk.steps()).to.equal(step);
      expect(existsSync(path) ? readFileSync(path, 'utf8') : 'all of it').to.equal('all of it');
    });
  }
});
