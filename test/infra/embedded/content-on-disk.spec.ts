import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { piecesOf } from '../../../clients/archive/archive.js';
import { contentOnDisk } from '../../../infra/embedded/content-on-disk.js';
import { collected } from '../../support/collected.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('the content of plain files on a disk', () => {
  const folder = temporaryFolder();
  const read = async (key: string, size: number, start = 0): Promise<Buffer> =>
    Buffer.concat(await collected(piecesOf(await contentOnDisk(folder()).open({ key, size }, start))));
  const faultOf = (key: string): unknown => {
    try {
      void contentOnDisk(folder()).open({ key, size: 5 }, 0);
      return null;
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };

  it('is all of it, from any byte on, whatever size was recorded', async () => {
    for (const size of [0, 1, 65_536, 65_537, 600_000]) {
      const bytes = Buffer.alloc(size, 'muniment ');
      await writeFile(join(folder(), 'file'), bytes);
      for (const recorded of [0, size, 2 * size, 70_000]) {
        expect((await read('file', recorded)).equals(bytes), `${size}, recorded ${recorded}`).to.equal(true);
        const last = Math.max(0, size - 1);
        expect((await read('file', recorded, last)).equals(bytes.subarray(last))).to.equal(true);
        expect((await read('file', recorded, size)).length).to.equal(0);
      }
    }
  });

  it('is not there of what is no file, and of keys that are no paths below the folder', async () => {
    await mkdir(join(folder(), 'in'));
    await writeFile(join(folder(), 'in/file'), 'bytes');
    await symlink('in/file', join(folder(), 'link'));
    for (const key of ['none', 'in', 'link', 'in/file/x', '../x', 'in/../in/file', 'in//file', './in/file', '/x', ''])
      expect(faultOf(key), key).to.equal('object-not-found');
    expect(faultOf('in/\0')).to.equal('object-not-found');
    expect(faultOf('x'.repeat(300))).to.equal('object-not-found');
    expect(faultOf('in/file')).to.equal(null);
  });
});
