import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { diskProbe, writeToFolder } from '../../../infra/embedded/disk-probe.js';
import { forgetfulFiles } from '../../support/power-cuts/forgetful-files.js';

const failing = (code: string) => (): Promise<void> => Promise.reject(Object.assign(new Error(code), { code }));

describe('a look whether the disk takes anything', () => {
  const what = 'the disk of the data folder';
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })));
  afterEach(() => clock.restore());

  it('says why it does not, and that it does again', async () => {
    let attempt = failing('ENOSPC');
    const probe = diskProbe({ what, attempt: () => attempt() });
    expect(await probe()).to.equal('the disk of the data folder cannot be written to: there is no room left on it');
    attempt = failing('EROFS');
    await clock.tickAsync(5_000);
    expect(await probe()).to.equal('the disk of the data folder cannot be written to: it is mounted read-only');
    attempt = () => Promise.resolve();
    await clock.tickAsync(5_000);
    expect(await probe()).to.equal(null);
  });

  it('is not taken more often than its outcome is believed, however often it is asked for', async () => {
    let attempts = 0;
    const attempt = (): Promise<void> => {
      attempts++;
      return Promise.resolve();
    };
    const probe = diskProbe({ what, attempt });
    await Promise.all([probe(), probe()]);
    await probe();
    expect(attempts).to.equal(1);
    await clock.tickAsync(5_000);
    await probe();
    expect(attempts).to.equal(2);
  });

  it('is not waited for without end, and no second one begins meanwhile', async () => {
    let attempts = 0;
    let end = (): void => undefined;
    const attempt = (): Promise<void> => {
      attempts++;
      return new Promise((resolve) => (end = resolve));
    };
    const probe = diskProbe({ what, attempt });
    for (let round = 0; round < 2; round++) {
      const asked = probe();
      await clock.tickAsync(2_000);
      expect(await asked).to.match(/has not answered/);
    }
    expect(attempts).to.equal(1);
    end();
    expect(await probe()).to.equal(null);
  });
});

describe('what is written to look at a disk', () => {
  it('fails where the disk takes it and does not sync it, and takes the place of what a killed process left', async () => {
    const disk = forgetfulFiles('/disk', null);
    await disk.create('/disk/.write-probe');
    const broken = Object.assign(new Error('i/o error'), { code: 'EIO' });
    const files = {
      ...disk,
      create: async (path: string) => ({ ...(await disk.create(path)), sync: () => Promise.reject(broken) }),
    };
    expect(await writeToFolder('/disk', files).catch((error: unknown) => error)).to.equal(broken);
    await writeToFolder('/disk', disk);
    expect(await disk.readFolder('/disk')).to.deep.equal([]);
  });

  it('is taken away again, and fails where the folder does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'disk-probe-'));
    await writeToFolder(folder);
    expect(await readdir(folder)).to.deep.equal([]);
    await rm(folder, { recursive: true });
    expect(await writeToFolder(folder).catch((error: unknown) => error)).to.have.property('code', 'ENOENT');
  });
});
