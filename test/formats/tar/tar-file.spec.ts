import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tarFile } from '../../../formats/tar/tar-file.js';
import { allOf, inPython, ODD_ENTRIES, openFilled } from '../../support/archive-files.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const READ = `
import json, sys, tarfile
t = tarfile.open(sys.argv[1], 'r:')
print(json.dumps([[m.name, t.extractfile(m).read().decode() if m.isreg() else '', int(m.mtime), m.mode, m.isreg()] for m in t]))`;

const FIRST = `
import json, sys, tarfile
m = tarfile.open(sys.argv[1], 'r:').next()
print(json.dumps([m.name, m.size, m.offset_data]))`;

describe('a tar', () => {
  const folder = temporaryFolder();

  it('is read by Python, with odd names, empty files and dates', async function () {
    const path = join(folder(), 'a.tar');
    const file = await tarFile(ODD_ENTRIES, openFilled);
    const bytes = await allOf(file);
    expect(bytes.length).to.equal(file.size);
    writeFileSync(path, bytes);
    expect(inPython(READ, path) ?? this.skip()).to.deep.equal(
      ODD_ENTRIES.map(({ path: name, content, modified }) => [
        name.replace(/\/$/, ''),
        content.toString(),
        Math.floor((modified ?? new Date('1980-01-01T00:00:00Z')).getTime() / 1_000),
        name === 'folder/' ? 0o755 : 0o644,
        name !== 'folder/',
      ]),
    );
  });

  it('may be empty', async function () {
    const path = join(folder(), 'a.tar');
    writeFileSync(path, await allOf(await tarFile([], openFilled)));
    expect(inPython(READ, path) ?? this.skip()).to.deep.equal([]);
  });

  it('has files above 8 GiB with an extended header', async function () {
    const entries = [{ path: 'large', size: 8 * 2 ** 30, modified: null }];
    const never = (): never => {
      throw new Error('No entry may be read.');
    };
    const path = join(folder(), 'a.tar');
    const file = await tarFile(entries, never);
    writeFileSync(path, await allOf(file, { start: 0, end: 1_535 }));
    expect(file.size).to.equal(1_536 + 8 * 2 ** 30 + 1_024);
    expect(inPython(FIRST, path) ?? this.skip()).to.deep.equal(['large', 8 * 2 ** 30, 1_536]);
  });
});
