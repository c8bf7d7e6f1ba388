import { expect } from 'chai';
import { chmod, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDataFolder } from '../../infra/embedded/data-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('the data folder', () => {
  const parent = temporaryFolder();

  const faultOf = (path: string): Promise<{ code?: string; message?: string }> =>
    openDataFolder(path).then(
      () => ({}),
      (error: unknown) => error as { code: string; message: string },
    );

  it('is made with its number of format and with credentials that only its owner reads', async () => {
    const folder = await openDataFolder(join(parent(), 'data'));
    expect(JSON.parse(await readFile(join(folder.path, 'format.json'), 'utf8'))).to.deep.equal({ format: 1 });
    expect((await stat(join(folder.path, 'credentials.json'))).mode & 0o777).to.equal(0o600);
  });

  it('is made for its owner alone, and left as it is where it was there before', async () => {
    const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    const before = process.umask(0o022);
    try {
      const made = await openDataFolder(join(parent(), 'made'));
      expect(await mode(made.path)).to.equal(0o700);
      expect(made.openToOthers).to.equal(false);
      await mkdir(join(parent(), 'there'));
      const there = await openDataFolder(join(parent(), 'there'));
      expect(await mode(there.path)).to.equal(0o755);
      expect(there.openToOthers).to.equal(true);
    } finally {
      process.umask(before);
    }
  });

  it('is made in an existing folder only, and not with quotes in its name', async () => {
    const nested = await faultOf(join(parent(), 'new', 'data'));
    expect(nested).to.have.property('code', 'data-folder-unusable');
    expect(nested.message).to.contain(`create ${join(parent(), 'new')}, or correct MUNIMENT_DATA.`);
    for (const name of ['"data', "data'"])
      expect((await faultOf(join(parent(), name))).message).to.contain(
        'it is not created, since there are quotes in its name',
      );
    expect(await readdir(parent())).to.deep.equal([]);
  });

  it('says whether it is new, also where a link leads to the folder above it', async () => {
    await symlink(parent(), join(parent(), 'link'));
    expect((await openDataFolder(join(parent(), 'link', 'data'))).isNew).to.equal(true);
    expect((await openDataFolder(join(parent(), 'data'))).isNew).to.equal(false);
  });

  it('keeps its credentials from one start to the next, and shares them with no other folder', async () => {
    const first = await openDataFolder(join(parent(), 'a'));
    expect((await openDataFolder(join(parent(), 'a'))).credentials).to.deep.equal(first.credentials);
    expect((await openDataFolder(join(parent(), 'b'))).credentials).not.to.deep.equal(first.credentials);
  });

  it('may belong to another user, unless everybody can read its credentials', async function () {
    if (process.geteuid?.() !== 0) this.skip();
    const data = join(parent(), 'data');
    await openDataFolder(data);
    for (const [path, mode] of [
      [parent(), 0o755],
      [data, 0o755],
      [join(data, 'credentials.json'), 0o644],
    ] as const)
      await chmod(path, mode);
    process.seteuid!(65_534);
    try {
      expect((await faultOf(data)).message).to.match(/^Every user of this machine can read .* run chmod o= .*\.$/);
    } finally {
      process.seteuid!(0);
    }
  });

  it('is refused when a newer version wrote it', async () => {
    await writeFile(join(parent(), 'format.json'), '{"format":2}');
    expect(await faultOf(parent())).to.have.property('code', 'data-folder-newer');
  });

  it('is refused when its format cannot be told', async () => {
    await writeFile(join(parent(), 'format.json'), 'one');
    expect((await faultOf(parent())).message).to.contain('does not say which format');
  });

  it('is refused in one sentence where it cannot be made', async () => {
    await writeFile(join(parent(), 'file'), '');
    const fault = await faultOf(join(parent(), 'file', 'data'));
    expect(fault.code).to.equal('data-folder-unusable');
    expect(fault.message).to.match(/^The data folder .* cannot be used: .*\.$/);
  });

  it('is refused where nobody may make a folder', async function () {
    await stat('/proc/self').catch(() => this.skip());
    expect((await faultOf('/proc/muniment')).message).to.match(/^The data folder .* cannot be used: ENOENT: .*\.$/);
  });
});
