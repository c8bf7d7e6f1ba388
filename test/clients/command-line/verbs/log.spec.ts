import { expect } from 'chai';
import { log } from '../../../../clients/command-line/verbs/log/log.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';
import { inTimeZone } from '../../../support/in-time-zone.js';

describe('log', () => {
  inTimeZone('Europe/Berlin');
  const archive = archiveOf({
    groups: {
      'letters/1911': lettersGroup(),
      'letters/moved': {
        versions: [
          { files: { 'objects/a/one.txt': '1', 'objects/b/two.txt': '2' } },
          { files: { 'objects/a/uno.txt': '1', 'objects/b/two.txt': '22' }, message: 'a\u001b[31m' },
          { files: { 'objects/a/eins.txt': '1' }, agent: null },
          { files: { 'objects/a/eins.txt': '1' } },
        ],
      },
    },
  });
  const run = (words: string[], surroundings: VerbSurroundings = {}) =>
    runVerb(log, words, { archive, ...surroundings });
  const outOf = async (words: string[], surroundings: VerbSurroundings = {}) => (await run(words, surroundings)).out;

  it('shows each version of a group in two lines of 80 columns', async () => {
    expect(await outOf(['letters/1911'])).to.match(
      new RegExp(
        [
          '^v2  2026-11-26 15:53  ada  Mill renamed, note added',
          '    1 added, 1 changed, 1 renamed, 1 deleted; 9 files, 12\\.4 kB',
          'v1  2026-11-26 15:49  ada  First version',
          '    9 added; 9 files, 12\\.4 kB\n$',
        ].join('\n'),
      ),
    );
  });

  it('shows each version of a group in one line of 120 columns', async () => {
    expect(await outOf(['letters/1911'], { width: 120 })).to.equal(
      [
        'v2  2026-11-26 15:53  ada  1 added, 1 changed, 1 renamed, 1 deleted  9 files  12.4 kB  Mill renamed, note added',
        'v1  2026-11-26 15:49  ada  9 added                                   9 files  12.4 kB  First version\n',
      ].join('\n'),
    );
  });

  it('shows the versions of a file, across its names', async () => {
    expect(await outOf(['letters/1911/pictures/the mill.svg'])).to.equal(
      'v2  2026-11-26 15:53  ada  renamed from pictures/mill.svg\n' +
        'v1  2026-11-26 15:49  ada  added, 826 B, d4c8331ebd0a…\n',
    );
    expect(await outOf(['letters/moved/a/eins.txt'])).to.equal(
      'v3  2026-11-03 13:00       renamed from a/uno.txt\n' +
        'v2  2026-11-02 13:00  ada  renamed from a/one.txt\n' +
        'v1  2026-11-01 13:00  ada  added, 1 B, 6b86b273ff34…\n',
    );
  });

  it('shows the versions of a file that is no longer there, or no longer under this name', async () => {
    expect(await outOf(['letters/moved/b/two.txt'])).to.equal(
      'v3  2026-11-03 13:00       deleted\n' +
        'v2  2026-11-02 13:00  ada  changed, 2 B, 785f3ec7eb32…\n' +
        'v1  2026-11-01 13:00  ada  added, 1 B, d4735e3a265e…\n',
    );
    expect(await outOf(['letters/1911/pictures/mill.svg'])).to.match(/^v2 .* renamed to pictures\/the mill\.svg\nv1 /);
  });

  it('shows the versions that changed a folder, with counts of the folder', async () => {
    expect(await outOf(['letters/moved/b'])).to.equal(
      'v3  2026-11-03 13:00\n    1 deleted; 0 files, 0 B\n' +
        "v2  2026-11-02 13:00  ada  $'a\\x1b[31m'\n    1 changed; 1 file, 2 B\n" +
        'v1  2026-11-01 13:00  ada\n    1 added; 1 file, 1 B\n',
    );
  });

  it('begins with the version that is named', async () => {
    expect(await outOf(['letters/1911@v1'])).to.match(/^v1 .*\n.*\n$/);
    expect(await outOf(['letters/moved/a/eins.txt@v1'])).to.match(/^v1 .*\n$/);
  });

  it('says of a version that it changed nothing', async () => {
    expect(await outOf(['letters/moved'])).to.contain('v4  2026-11-04 13:00  ada\n    nothing changed; 1 file, 1 B\n');
  });

  it('writes numbers, whole digests and UTC with tabs into a pipe', async () => {
    expect((await outOf(['letters/1911'], { form: 'pipe' })).split('\n')[0]).to.match(
      /^v2\t2026-11-26T14:53:12Z\tada\t1\t1\t1\t1\t9\t\d+\tMill renamed, note added$/,
    );
    expect(await outOf(['letters/moved/a/eins.txt'], { form: 'pipe' })).to.contain(
      'v3\t2026-11-03T12:00:00Z\t\trenamed\t1\t6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b\ta/uno.txt\ta/eins.txt\n',
    );
  });

  it('gives one JSON line for each version', async () => {
    const { records, summary } = await run(['letters/moved/a/eins.txt'], { form: 'json' });
    expect(records[0]).to.deep.equal({
      type: 'version',
      group: 'letters/moved',
      path: 'letters/moved/a/eins.txt',
      version: 3,
      made: '2026-11-03T12:00:00.000Z',
      agent: null,
      message: null,
      counts: { added: 0, changed: 0, renamed: 1, deleted: 0 },
      files: 1,
      bytes: 1,
      change: 'renamed',
      from: 'letters/moved/a/uno.txt',
      sha256: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
    });
    expect(summary).to.deep.equal({ group: 'letters/moved', path: 'letters/moved/a/eins.txt', versions: 3 });
  });

  it('refuses a path that was never there, and a container', async () => {
    const { fault } = await run(['letters/1911/index.cvs']);
    expect(fault?.message).to.equal('letters/1911@v2 has no file index.cvs. Did you mean index.csv?');
    expect((await run(['letters'])).fault?.message).to.equal('letters is a container, not an archival group.');
  });
});
