import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { zipFile } from '../../../formats/zip/zip-file.js';
import { allOf, filled, inPython, ODD_ENTRIES, openFilled } from '../../support/archive-files.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const READ = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps([[i.filename, z.read(i).decode(), list(i.date_time), i.compress_type, i.is_dir()] for i in z.infolist()]))`;

const SIZES = `
import json, sys, zipfile
print(json.dumps([[i.filename, i.file_size, i.header_offset, i.CRC] for i in zipfile.ZipFile(sys.argv[1]).infolist()]))`;

const neverOpened = (): never => {
  throw new Error('No entry may be read.');
};

describe('a zip', () => {
  const folder = temporaryFolder();

  it('is read by Python, with odd names, empty files and dates in UTC', async function () {
    const path = join(folder(), 'a.zip');
    writeFileSync(path, await allOf(await zipFile(ODD_ENTRIES, openFilled)));
    const read = inPython(READ, path) ?? this.skip();
    expect(read).to.deep.equal(
      ODD_ENTRIES.map(({ path: name, content, modified }) => {
        const is1998 = modified?.getUTCFullYear() === 1998;
        return [
          name,
          content.toString(),
          is1998 ? [1998, 2, 11, 9, 30, 0] : [1980, 1, 1, 0, 0, 0],
          0,
          name === 'folder/',
        ];
      }),
    );
  });

  it('has no fault for unzip', async function () {
    const path = join(folder(), 'a.zip');
    writeFileSync(path, await allOf(await zipFile(ODD_ENTRIES, openFilled)));
    const { error, status, stdout } = spawnSync('unzip', ['-tq', path], { encoding: 'utf8' });
    if (error !== undefined) this.skip();
    expect(status, stdout).to.equal(0);
  });

  it('may be empty, and have a comment', async function () {
    const path = join(folder(), 'a.zip');
    expect((await zipFile([], neverOpened)).size).to.equal(22);
    writeFileSync(path, await allOf(await zipFile([], neverOpened, { comment: 'letters/1911@v1' })));
    const read =
      'import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps([z.namelist(), z.comment.decode()]))';
    expect(inPython(read, path) ?? this.skip()).to.deep.equal([[], 'letters/1911@v1']);
  });

  it('knows its size and its directory without reading an entry whose CRC-32 is known', async () => {
    const entries = [filled('a'), filled('b')];
    const known = new Map<(typeof entries)[0], number>();
    const whole = await allOf(await zipFile(entries, openFilled, { known }));
    const file = await zipFile(entries, neverOpened, { known });
    expect(file.size).to.equal(whole.length);
    const start = whole.length - 22 - 2 * (46 + 1 + 9);
    expect(await allOf(file, { start, end: file.size - 1 })).to.deep.equal(whole.subarray(start));
  });

  it('uses Zip64 only where a number needs it, which Python reads', async function () {
    const entries = [
      { path: 'small', size: 10, modified: null },
      { path: 'large', size: 5 * 2 ** 30, modified: null },
      { path: 'behind it', size: 10, modified: null },
      { path: 'just below', size: 2 ** 32 - 2, modified: null },
    ];
    const file = await zipFile(entries, neverOpened, {
      known: { get: ({ path }) => path.length, set: () => null },
    });
    const path = join(folder(), 'large.zip');
    const handle = openSync(path, 'w');
    ftruncateSync(handle, file.size);
    const directory = file.size - (4 * (46 + 9) + 'smalllargebehind itjust below'.length + 20 + 12 + 12 + 56 + 20 + 22);
    writeSync(handle, await allOf(file, { start: directory, end: file.size - 1 }), 0, null, directory);
    closeSync(handle);
    const offsets = [0, 30 + 5 + 9 + 10 + 16];
    offsets.push((offsets[1] ?? 0) + 30 + 5 + 9 + 20 + 5 * 2 ** 30 + 24);
    offsets.push((offsets[2] ?? 0) + 30 + 9 + 9 + 10 + 16);
    expect(inPython(SIZES, path) ?? this.skip()).to.deep.equal(
      entries.map(({ path: name, size }, index) => [name, size, offsets[index], name.length]),
    );
  });

  it('counts more than 65,534 entries in Zip64', async () => {
    const endOf = async (count: number): Promise<Buffer> => {
      const entries = Array.from({ length: count }, (_, index) => filled(`${index}`, ''));
      const file = await zipFile(entries, neverOpened);
      return allOf(file, { start: file.size - 22, end: file.size - 1 });
    };
    expect((await endOf(65_534)).readUInt16LE(10)).to.equal(65_534);
    expect((await endOf(65_536)).readUInt16LE(10)).to.equal(65_535);
    const entries = Array.from({ length: 65_536 }, (_, index) => filled(`${index}`, ''));
    const file = await zipFile(entries, neverOpened);
    const end = await allOf(file, { start: file.size - 98, end: file.size - 1 });
    expect(end.readUInt32LE(0)).to.equal(0x0606_4b50);
    expect(end.readBigUInt64LE(32)).to.equal(65_536n);
    expect(end.readUInt32LE(56)).to.equal(0x0706_4b50);
    expect(end.readBigUInt64LE(64)).to.equal(BigInt(file.size - 98));
  });
});
