import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { httpArchive } from '../../../../../clients/api/http-archive.js';
import type { Archive } from '../../../../../clients/archive/archive.js';
import { restore } from '../../../../../clients/command-line/verbs/restore/restore.js';
import { isError } from '../../../../../formats/ocfl/finding.js';
import { examineObject } from '../../../../../formats/ocfl/validation/examine-object.js';
import { objectPlaceOf } from '../../../../../commands/reads/read-group.js';
import { folderObject } from '../../../../formats/ocfl/folder-object.js';
import { ask, newGroup } from '../../../../gateways/conversation.js';
import type { LiveServices } from '../../../../gateways/live-services.js';
import { runVerb, type VerbRun } from '../../../../support/command-line/run-verb.js';
import { sha256Of } from '../../../../support/sha256.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const LONG = 'a long name '.repeat(12);
const LARGE = 'large '.repeat(200_000);
const small = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => index + 10).flatMap((index) => [
    [`a/${index}.txt`, `first ${index}`],
    [`c/Brief ${index} ü.txt`, `second ${index}`],
  ]),
);
const FILES: Readonly<Record<string, string>> = {
  ...small,
  [`a/${LONG}.txt`]: 'long',
  'a/empty.txt': '',
  'b/large.txt': LARGE,
};

describe('restore of many files from a platform that runs', () => {
  const folder = temporaryFolder();
  let live: LiveServices;
  let path: string;
  let asked: string[];
  before(async () => {
    const stored = Object.entries(FILES).map(([name, text]) => [`objects/${name}`, text]);
    ({ live, path } = await newGroup(Object.fromEntries(stored) as Record<string, string>));
  });
  beforeEach(() => (asked = []));

  const counted = (): Archive => {
    const archive = httpArchive(live.preservation);
    return {
      ...archive,
      open: (group, version, file, from) => {
        asked.push(file.stored);
        return archive.open(group, version, file, from);
      },
      openObjectFile: (group, version, file, from) => {
        asked.push(`${file.stored} of the object`);
        return archive.openObjectFile(group, version, file, from);
      },
      openTar: (group, version, below, part) => {
        asked.push(`tar of ${below}`);
        if (archive.openTar === undefined) throw new Error('there is no tar');
        return archive.openTar(group, version, below, part);
      },
    };
  };
  const run = (...words: string[]): Promise<VerbRun> =>
    runVerb(restore, [`${path}@v1`, '--to', join(folder(), 'out'), ...words], { archive: counted() });
  const written = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, readFileSync(join(folder(), 'out', name), 'utf8')]));

  it('asks once for small files in a row, and for a large one alone', async () => {
    const { code } = await run();
    expect(code).to.equal(0);
    expect(written(Object.keys(FILES))).to.deep.equal(FILES);
    expect(asked.toSorted()).to.deep.equal(['objects/b/large.txt', 'tar of objects', 'tar of objects']);
  });

  it('asks for files alone where few are wanted', async () => {
    await run('--path', '*/*0*');
    expect(asked.toSorted()).to.deep.equal(
      Object.keys(FILES)
        .filter((name) => name.includes('0'))
        .map((name) => `objects/${name}`)
        .toSorted(),
    );
  });

  it('writes one tar of them from few answers', async () => {
    const { fault } = await runVerb(restore, [`${path}@v1`, '--to', join(folder(), 'out.tar'), '--as', 'tar'], {
      archive: counted(),
    });
    expect(fault).to.equal(null);
    expect(asked.length).to.equal(3);
  });

  it('asks once for small files in a row of an OCFL object, and for what no version has alone', async () => {
    const { fault } = await run('--as', 'ocfl');
    expect(fault).to.equal(null);
    const { findings } = await examineObject(folderObject(join(folder(), 'out')));
    expect(findings.filter(isError)).to.deep.equal([]);
    expect(readFileSync(join(folder(), 'out/v1/content/objects/b/large.txt'), 'utf8')).to.equal(LARGE);
    const alone = asked.filter((each) => each.endsWith(' of the object'));
    expect(new Set(alone).size).to.be.below(12);
    expect(asked.filter((each) => each === 'tar of ').length).to.equal(2);
  });

  describe('of which one is damaged', () => {
    const name = 'a/15.txt';
    before(async () => {
      const { body } = await ask('GET', `${live.storage}/ocfl/storagemap/${path}`);
      const files = body['files'] as Readonly<Record<string, { readonly fullPath: string }>>;
      const { bucket, root } = objectPlaceOf(live, path);
      await live.bytes.put({ bucket, key: `${root}/${files[`objects/${name}`]?.fullPath}` }, Buffer.from('First 15'));
    });

    it('names it with both digests, and writes the others where that is wanted', async () => {
      const { out, code } = await run('--skip-damaged');
      expect(code).to.equal(1);
      expect(out).to.contain(
        `DAMAGED     ${name}\n  preserved ${sha256Of('first 15')}\n  found     ${sha256Of('First 15')}`,
      );
      const others = Object.fromEntries(Object.entries(FILES).filter(([each]) => each !== name));
      expect(written(Object.keys(others))).to.deep.equal(others);
      expect(asked.filter((each) => !each.startsWith('tar')).length).to.be.below(25);
    });
  });
});
