import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isMisreadByBagitPy } from '../../formats/bagit/bag-path.js';
import { validateBag } from '../../formats/bagit/validate-bag.js';
import { bagOf, FILES, WHOLE } from '../formats/bagit/bag-of.js';
import { memoryBag } from '../formats/bagit/memory-bag.js';
import { folderBag } from '../formats/bagit/folder-bag.js';
import { writtenBag } from '../formats/bagit/written-bag.js';
import { findCommand } from '../../infra/tools/process/find-command.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { toolPath } from './real-tools.js';

/** Runs the tool; the test that runs is skipped where it is not on the PATH. */
const bagitPy = (
  context: Mocha.Context,
  ...words: readonly string[]
): { readonly code: number; readonly said: string } => {
  const { error, status, stderr, signal } = spawnSync(findCommand('bagit.py', toolPath) ?? 'bagit.py', words, {
    encoding: 'utf8',
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') context.skip();
  if (status === null) throw new Error(`bagit.py did not end by itself: ${signal}`, { cause: error });
  return { code: status, said: stderr };
};

/** Without names that bagit.py misreads. */
const PAYLOAD = {
  'data/objects/plain.txt': 'plain',
  'data/objects/a  name #1 & 💜.txt': 'emoji',
  'data/objects/line\nend\r.txt': 'line ends',
  'data/objects/*star': 'star',
  'data/objects/~tilde': 'tilde',
  'data/objects/e\u0301.txt': 'decomposed',
  'data/metadata/empty': '',
};

const store = (folder: string, files: Readonly<Record<string, string | Uint8Array>>): void => {
  for (const [path, content] of Object.entries(files)) {
    const isFolder = path.endsWith('/');
    mkdirSync(isFolder ? join(folder, path) : dirname(join(folder, path)), { recursive: true });
    if (!isFolder) writeFileSync(join(folder, path), content);
  }
};

describe('bags and bagit.py, where that is on the PATH', () => {
  const folder = temporaryFolder();

  it('agree that a bag which is written here is valid', async function () {
    expect(Object.keys(PAYLOAD).filter(isMisreadByBagitPy)).to.deep.equal([]);
    store(folder(), await writtenBag(PAYLOAD));
    const { code, said } = bagitPy(this, '--validate', folder());
    expect(code, said).to.equal(0);
  });

  for (const [what, files] of [
    ['a version', FILES],
    ['a version without files', {}],
  ] as const)
    for (const algorithm of ['sha256', 'sha512'] as const)
      it(`agree that the bag of ${what} with ${algorithm} is valid`, async function () {
        store(folder(), await bagOf(files, { ...WHOLE, stored: true }, algorithm));
        const { code, said } = bagitPy(this, '--validate', folder());
        expect(code, said).to.equal(0);
      });

  for (const name of [
    '50%',
    'a%25b',
    'space ',
    'tab\t',
    'no-break\u00a0',
    'line\u2028',
    'form\ffeed',
    'next\u0085line',
  ])
    it(`do not agree on the name ${JSON.stringify(name)}, of which a run warns`, async function () {
      const path = `data/objects/${name}`;
      expect(isMisreadByBagitPy(path)).to.equal(true);
      const files = await writtenBag({ [path]: 'a' });
      expect((await validateBag(memoryBag(files))).problems).to.deep.equal([]);
      store(folder(), files);
      expect(bagitPy(this, '--validate', folder()).code).to.equal(1);
    });

  it('agree that it is not when a byte is changed', async function () {
    store(folder(), { ...(await writtenBag(PAYLOAD)), 'data/objects/plain.txt': 'plaIn' });
    expect(bagitPy(this, '--validate', folder()).code).to.equal(1);
    expect((await validateBag(folderBag(folder()))).problems.map(({ code }) => code)).to.deep.equal([
      'digest-mismatch',
    ]);
  });

  it('agree that a bag which it makes is valid', async function () {
    store(folder(), { 'objects/100%25 of %41.txt': 'x', 'objects/100%': 'y', 'objects/a ': 'z', ...PAYLOAD });
    const words = ['--sha256', '--md5', '--source-organization', 'uol-dlip', folder()];
    const { code, said } = bagitPy(this, ...words);
    expect(code, said).to.equal(0);
    const { version, problems } = await validateBag(folderBag(folder()));
    expect({ version, problems }).to.deep.equal({ version: '0.97', problems: [] });
  });
});
