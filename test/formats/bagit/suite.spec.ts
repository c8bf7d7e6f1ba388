import { expect } from 'chai';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BagProblemCode, BagReport, BagWarningCode } from '../../../formats/bagit/bag-report.js';
import type { BagSource } from '../../../formats/bagit/bag-source.js';
import { validateBag } from '../../../formats/bagit/validate-bag.js';
import { needsSharedData, sharedData, sharedDataPath } from '../../support/shared-data.js';
import { folderBag } from './folder-bag.js';

const SUITE = sharedDataPath('bagit-suite');

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => statSync(join(folder, name)).isDirectory())
        .sort()
    : [];

const bagsOfKind = (kind: string): string[] =>
  foldersIn(SUITE).flatMap((version) =>
    foldersIn(join(SUITE, version, kind)).map((name) => `${version}/${kind}/${name}`),
  );

/** Judges a bag of the suite; the test that runs is skipped where there is none. */
const judged = (bag: string): Promise<BagReport> =>
  validateBag(folderBag(sharedData('bagit-suite', ...bag.split('/'))));

const problemsOf = ({ problems }: BagReport): BagProblemCode[] => [...new Set(problems.map(({ code }) => code))].sort();
const warningsOf = ({ warnings }: BagReport): BagWarningCode[] => [...new Set(warnings.map(({ code }) => code))].sort();

/** What is wrong with each invalid bag; many have wrong digests of tag files beside it. */
const INVALID: Readonly<Record<string, BagProblemCode>> = {
  'v0.97/invalid/baginfo-missing-encoding': 'declaration-malformed',
  'v0.97/invalid/bom-in-bagit.txt': 'byte-order-mark',
  'v0.97/invalid/corrupt-data-file': 'digest-mismatch',
  'v0.97/invalid/corrupt-tag-file': 'digest-mismatch',
  'v0.97/invalid/extra-file-in-bag': 'file-unlisted',
  'v0.97/invalid/invalid-version-number': 'declaration-malformed',
  'v0.97/invalid/missing-baginfo': 'file-missing',
  'v0.97/invalid/missing-bagit.txt': 'declaration-missing',
  'v0.97/invalid/out-of-scope-file-paths-using-dot-notation': 'path-unsafe',
  'v0.97/invalid/out-of-scope-file-paths-using-dot-notation-for-fetch': 'path-unsafe',
  'v0.97/invalid/same-filename-listed-twice-with-different-hashes': 'digests-differ',
  'v1.0/invalid/bagit-with-invalid-whitespace': 'declaration-malformed',
  'v1.0/invalid/notAllManifestsListAllFiles': 'file-unlisted',
  'v1.0/invalid/same-filename-listed-twice-with-different-hashes': 'digests-differ',
  'v1.0/invalid/same-filename-listed-twice-with-the-same-hash': 'path-listed-twice',
};

/** Valid bags that give a warning all the same. */
const VALID_WITH_WARNINGS: Readonly<Record<string, readonly BagWarningCode[]>> = {
  'v0.96/valid/bag-with-leading-dot-slash-in-manifest': ['path-with-leading-dot'],
  'v0.97/valid/bag-with-leading-dot-slash-in-manifest': ['path-with-leading-dot'],
};

/** What is warned of; `lacks` is a file that the manifest names and that is not in the suite as it is here. */
const WARNINGS: Readonly<Record<string, { readonly codes: readonly BagWarningCode[]; readonly lacks?: string }>> = {
  'duplicate-file-with-different-case': { codes: ['paths-differ-by-case'], lacks: 'data/HELLO.txt' },
  'made-with-md5sum-tools': { codes: ['path-with-star'] },
  'relative-path': { codes: ['path-with-leading-dot'] },
  'same-filename-listed-twice-with-different-normalization': {
    codes: ['path-listed-twice', 'paths-differ-by-normalisation'],
  },
  'same-filename-listed-twice-with-the-same-hash': { codes: ['path-listed-twice'] },
  'special-system-files': { codes: ['system-file'], lacks: 'data/.DS_Store' },
};

describe('the official conformance suite of BagIt', () => {
  it('has all of its bags to judge by', function () {
    needsSharedData(this, 'bagit-suite');
    const counts = ['valid', 'invalid', 'warning', 'linux-only', 'windows-only'].map((kind) => bagsOfKind(kind).length);
    expect(counts).to.deep.equal([27, 15, 6, 6, 6]);
    expect(Object.keys(INVALID)).to.have.members(bagsOfKind('invalid'));
  });

  for (const bag of bagsOfKind('valid'))
    it(`holds ${bag} to be valid`, async () => {
      const report = await judged(bag);
      expect(report.problems).to.deep.equal([]);
      expect(report.version).to.equal(bag.slice(1, bag.indexOf('/')));
      expect(warningsOf(report)).to.deep.equal(VALID_WITH_WARNINGS[bag] ?? []);
    });

  for (const [bag, code] of Object.entries(INVALID))
    it(`holds ${bag} to be invalid: ${code}`, async () => expect(problemsOf(await judged(bag))).to.include(code));

  it('finds nothing but the white space wrong where that is all', async () => {
    const { problems } = await judged('v1.0/invalid/bagit-with-invalid-whitespace');
    expect(problems.map(({ code, path }) => [code, path])).to.deep.equal([['declaration-malformed', 'bagit.txt']]);
  });

  for (const bag of [...bagsOfKind('linux-only'), ...bagsOfKind('windows-only')])
    it(`holds ${bag} to be unsafe on every system`, async () =>
      expect(problemsOf(await judged(bag))).to.deep.equal(['path-unsafe']));

  for (const [name, { codes, lacks }] of Object.entries(WARNINGS))
    it(`warns of ${name}`, async () => {
      const report = await judged(`v0.97/warning/${name}`);
      expect(warningsOf(report)).to.deep.equal(codes);
      expect(report.problems.filter(({ code }) => code !== 'oxum-mismatch').map(({ path }) => path)).to.deep.equal(
        lacks === undefined ? [] : [lacks],
      );
    });

  it('is content with a file of a system that is there', async () => {
    const { list, open } = folderBag(sharedData('bagit-suite', 'v0.97', 'warning', 'special-system-files'));
    const completed: BagSource = {
      async *list() {
        yield* list();
        yield { path: 'data/.DS_Store', size: 0 };
      },
      open: (path) => open(path === 'data/.DS_Store' ? 'data/Thumbs.db' : path),
    };
    expect((await validateBag(completed)).problems).to.deep.equal([]);
  });
});
