import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { readPreservableFolder } from '../../../../clients/command-line/folder/preservable-folder.js';
import { inspectFolder, nodeDisk, type Disk } from '../../../../clients/command-line/folder/folder-inspection.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

describe('looking through a folder before it is preserved', () => {
  const root = temporaryFolder();

  const unfit = async (disk?: Disk): Promise<Record<string, string>> => {
    const inspected = await inspectFolder(root(), disk);
    return Object.fromEntries(inspected.obstacles.map(({ path, reason }) => [path, reason]));
  };
  const refusal = async (path = root(), disk?: Disk): Promise<string> =>
    readPreservableFolder(path, disk).then(
      () => 'accepted',
      (error: unknown) => (error as Error).message,
    );
  /** A disk that turns this process away at some places; the superuser, whom disks do not turn away, runs tests too. */
  const denying = (...names: string[]): Disk => ({
    ...nodeDisk,
    requireReadable: (location) => {
      if (!names.some((name) => location.endsWith(name))) {
        nodeDisk.requireReadable(location);
        return;
      }
      throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    },
  });

  it('finds every file and every folder, empty ones too, parents first', async () => {
    await mkdir(join(root(), 'a/b/empty'), { recursive: true });
    await writeFile(join(root(), 'a/b/one.txt'), 'one');
    await writeFile(join(root(), 'zero'), '');
    const { folder } = await inspectFolder(root());
    expect(folder.folders).to.deep.equal(['a', 'a/b', 'a/b/empty']);
    expect(folder.files.map(({ path, size }) => [path, size])).to.deep.equal([
      ['a/b/one.txt', 3],
      ['zero', 0],
    ]);
  });

  it('finds links, to files, folders and nothing', async () => {
    await mkdir(join(root(), 'folder'));
    for (const target of ['folder', 'nowhere']) await symlink(target, join(root(), `to-${target}`));
    expect(Object.keys(await unfit())).to.deep.equal(['to-folder', 'to-nowhere']);
    expect((await unfit())['to-folder']).to.match(/^is a link/);
  });

  it('finds pipes and sockets', async () => {
    execFileSync('mkfifo', [join(root(), 'pipe')]);
    const server = createServer().listen(join(root(), 'socket'));
    await once(server, 'listening');
    try {
      expect(await unfit()).to.deep.equal({
        pipe: 'is a pipe, a socket or a device; only files and folders can be preserved',
        socket: 'is a pipe, a socket or a device; only files and folders can be preserved',
      });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('finds names that are not UTF-8', async function () {
    const name = Buffer.concat([Buffer.from(`${root()}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]);
    await writeFile(name, 'x').catch(() => this.skip()); // some disks take no such name
    expect(await unfit()).to.deep.equal({ 'caf\u00e9.txt': 'has a name that is not UTF-8' });
  });

  it('finds names that METS or a repository path cannot hold', async () => {
    await writeFile(join(root(), 'bell\u0007'), 'x');
    await writeFile(join(root(), 'a-_-percent-23-_-b'), 'x');
    const found = await unfit();
    expect(found['bell\u0007']).to.match(/^has a name that cannot be preserved: .*U\+0007/);
    expect(found['a-_-percent-23-_-b']).to.match(/reserved text/);
  });

  it('finds paths that are too long for an object store', async () => {
    const deep = Array.from({ length: 5 }, () => 'n'.repeat(200)).join('/');
    await mkdir(join(root(), deep), { recursive: true });
    expect(Object.values(await unfit())).to.deep.equal(['has a path of 1004 bytes; the limit is 880']);
  });

  it('finds files and folders that may not be read', async () => {
    await mkdir(join(root(), 'closed/inner'), { recursive: true });
    await writeFile(join(root(), 'secret.txt'), 'x');
    expect(await unfit(denying('/secret.txt', '/closed'))).to.deep.equal({
      closed: 'cannot be read (permission denied)',
      'secret.txt': 'cannot be read (permission denied)',
    });
  });

  it('lists everything that stands in the way, not only the first', async () => {
    await symlink('x', join(root(), 'link'));
    await writeFile(join(root(), 'secret\n.txt'), 'x');
    const lines = (await refusal(root(), denying('.txt'))).split('\n');
    expect(lines).to.have.length(3);
    expect(lines[0]).to.equal(`${root()} cannot be preserved as it is. No version was made.`);
    expect(lines[2]).to.equal("  $'secret\\n.txt' cannot be read (permission denied)");
  });

  it('counts what is more than a person reads', async () => {
    for (let each = 0; each < 60; each++) await symlink('x', join(root(), `link-${each}`));
    expect((await refusal()).split('\n').at(-1)).to.equal('  and 10 more');
  });

  it('refuses what does not exist, what is a file, and what it may not read', async () => {
    await writeFile(join(root(), 'file'), 'x');
    expect(await refusal(join(root(), 'nowhere'))).to.match(/^There is no folder .*\.$/);
    expect(await refusal(join(root(), 'file'))).to.match(/ is not a folder\.$/);
    expect(await refusal(root(), denying(root()))).to.match(
      / cannot be read \(permission denied\)\. No version was made\.$/,
    );
  });
});
