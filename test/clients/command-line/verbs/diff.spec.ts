import { expect } from 'chai';
import { diff } from '../../../../clients/command-line/verbs/diff/diff.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';

describe('diff', () => {
  const archive = archiveOf({
    groups: {
      'letters/1911': lettersGroup(),
      'letters/other': { versions: [{ files: { 'objects/index.csv': 'other' } }] },
    },
  });
  const run = (words: string[], surroundings: VerbSurroundings = {}) =>
    runVerb(diff, words, { archive, ...surroundings });

  const all = [
    '+ added     1911-04-20 Jürgen an Clara.txt',
    '~ changed   1911-03-04 Clara an Jürgen.txt',
    '> renamed   pictures/mill.svg',
    '            to pictures/the mill.svg',
    '- deleted   to be sorted/blank page #7.txt\n',
  ].join('\n');

  it('names what is added, changed, renamed and deleted between two versions', async () => {
    const { out, err, code } = await run(['letters/1911@v1', '@v2']);
    expect({ out, err, code }).to.deep.equal({
      out: all,
      err: '1 added, 1 changed, 1 renamed, 1 deleted, 6 the same.\n',
      code: 0,
    });
  });

  it('compares one version with the newest, and the newest with the one before', async () => {
    expect((await run(['letters/1911@v1'])).out).to.equal(all);
    expect((await run(['letters/1911'])).out).to.equal(all);
  });

  it('has one line for a folder that goes wholly, the first, and every file in a pipe', async () => {
    const before = {
      'objects/Ton & Film/a': '1',
      'objects/Ton & Film/b/c': '2',
      'objects/x/d': '3',
      'objects/x/e': '4',
    };
    const versions = [{ files: before }, { files: { 'objects/a': 'new', 'objects/x/e': '4' } }];
    const films = archiveOf({ groups: { films: { versions } } });
    const { out, err } = await run(['films@v1', '@v2'], { archive: films });
    expect(out).to.equal('- deleted   Ton & Film/ (2 files)\n+ added     a\n- deleted   x/d\n');
    expect(err).to.equal('1 added, 3 deleted, 1 the same.\n');
    const pipe = await run(['films@v1', '@v2'], { archive: films, form: 'pipe' });
    expect(pipe.out).to.contain('deleted\t\tfilms/Ton & Film/b/c\n');
  });

  it('takes the versions in any order', async () => {
    const { out } = await run(['letters/1911@v2', '@v1']);
    expect(out).to.contain('> renamed   pictures/the mill.svg\n            to pictures/mill.svg\n');
    expect(out).to.contain('- deleted   1911-04-20 Jürgen an Clara.txt\n');
  });

  it('names files below the folder that is compared', async () => {
    const { out, err } = await run(['letters/1911/pictures@v1', '@v2']);
    expect(out).to.equal('> renamed   mill.svg\n            to the mill.svg\n');
    expect(err).to.equal('1 renamed, 1 the same.\n');
  });

  it('follows a file that was asked for to its new name, and shows what left a folder with its way from there', async () => {
    expect((await run(['letters/1911/pictures/mill.svg@v1', '@v2'])).out).to.equal(
      '> renamed   pictures/mill.svg\n            to pictures/the mill.svg\n',
    );
    const versions = [{ files: { 'objects/in/a.txt': 'a' } }, { files: { 'objects/a.txt': 'a' } }];
    const moved = archiveOf({ groups: { moved: { versions } } });
    const { out, records } = await run(['moved/in@v1', '@v2'], { archive: moved });
    expect([out, records]).to.deep.equal(['> renamed   a.txt\n            to ../a.txt\n', []]);
    const pipe = await run(['moved/in@v1', '@v2'], { archive: moved, form: 'pipe' });
    expect(pipe.out).to.equal('renamed\tmoved/in/a.txt\tmoved/a.txt\n');
  });

  it('compares a single file, and one that only one of the versions has', async () => {
    expect((await run(['letters/1911/1911-03-04 Clara an Jürgen.txt@v1', '@v2'])).out).to.equal(
      '~ changed   1911-03-04 Clara an Jürgen.txt\n',
    );
    const gone = await run(['letters/1911/to be sorted/blank page #7.txt@v1', '@v2']);
    expect(gone.out).to.equal('- deleted   to be sorted/blank page #7.txt\n');
    const came = await run(['letters/1911/1911-04-20 Jürgen an Clara.txt@v1', '@v2']);
    expect(came.out).to.equal('+ added     1911-04-20 Jürgen an Clara.txt\n');
  });

  it('compares files of two archival groups', async () => {
    expect((await run(['letters/1911/index.csv', 'letters/other/index.csv'])).out).to.equal('~ changed   index.csv\n');
  });

  it('says only that all is the same where nothing differs', async () => {
    expect(await run(['letters/1911@v2', '@v2'])).to.include({ out: '', err: '9 the same.\n', code: 0 });
  });

  it('compares what is stored with --stored', async () => {
    expect((await run(['--stored', 'letters/1911@v1', '@v2'])).err).to.equal(
      '1 added, 1 changed, 1 renamed, 1 deleted, 7 the same.\n',
    );
  });

  it('writes kinds and whole paths with tabs into a pipe', async () => {
    const { out } = await run(['letters/1911/pictures@v1', '@v2'], { form: 'pipe' });
    expect(out).to.equal('renamed\tletters/1911/pictures/mill.svg\tletters/1911/pictures/the mill.svg\n');
  });

  it('gives one JSON line for each file that differs', async () => {
    const { records, summary } = await run(['letters/1911/pictures@v1', '@v2'], { form: 'json' });
    const digest = 'd4c8331ebd0a5ce150143240eb591d5924e5d6b6832ce5aa732c41e695a51268';
    expect(records).to.deep.equal([
      {
        type: 'renamed',
        path: 'letters/1911/pictures/the mill.svg',
        from: 'letters/1911/pictures/mill.svg',
        size: 826,
        sha256: digest,
        sha256Before: digest,
      },
    ]);
    const counts = { added: 0, changed: 0, renamed: 1, deleted: 0, same: 1 };
    expect(summary).to.deep.equal({ group: 'letters/1911', version: 2, files: 2, bytes: 10_928, counts });
  });

  it('refuses what is in neither version, and a group with one version', async () => {
    expect((await run(['letters/1911/none@v1', '@v2'])).fault?.about.code).to.equal('file-not-found');
    expect((await run(['letters/1911@v1', '@v9'])).fault?.about.code).to.equal('version-not-found');
    expect((await run(['letters/other'])).fault?.message).to.equal(
      'letters/other@v1 is the only version; there is nothing to compare it with.',
    );
  });
});
