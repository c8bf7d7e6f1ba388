import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { useFakeTimers } from 'sinon';
import { probeTemporaryFiles } from '../../../../infra/compose/serving/temporary-files.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('a look at the folder for temporary files', () => {
  const folder = temporaryFolder();
  let before: string | undefined;
  beforeEach(() => {
    before = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(folder(), 'temporary');
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });

  it('refuses one that is not there, and names it', async () => {
    const refused = await probeTemporaryFiles().catch((error: unknown) => error);
    const path = join(folder(), 'temporary');
    expect(refused).to.include({
      code: 'temporary-folder-unusable',
      message: `The folder for temporary files, ${path} (TMPDIR), cannot be written to: it is not there.`,
    });
  });

  it('leaves nothing there, and tells when it has gone, and is there again', async () => {
    const path = join(folder(), 'temporary');
    await mkdir(path);
    const clock = useFakeTimers({ toFake: ['performance'] });
    try {
      const probe = await probeTemporaryFiles();
      expect([await probe(), await readdir(path)]).to.deep.equal([null, []]);
      await rm(path, { recursive: true });
      clock.tick(5_000);
      expect(await probe()).to.include('cannot be written to: it is not there');
      await mkdir(path);
      clock.tick(5_000);
      expect(await probe()).to.equal(null);
    } finally {
      clock.restore();
    }
  });
});
