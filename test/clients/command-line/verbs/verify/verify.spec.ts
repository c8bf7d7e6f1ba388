import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ArchiveFault, type Archive } from '../../../../../clients/archive/archive.js';
import { restore } from '../../../../../clients/command-line/verbs/restore/restore.js';
import { verify } from '../../../../../clients/command-line/verbs/verify/verify.js';
import { archiveOf } from '../../../../support/archive/archive-of.js';
import { checkedLines } from '../../../../support/command-line/json-schema.js';
import { runVerb, type VerbRun, type VerbSurroundings } from '../../../../support/command-line/run-verb.js';
import { sha256Of } from '../../../../support/sha256.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const letters = (): Archive =>
  archiveOf({
    groups: {
      'letters/1911': {
        versions: [
          {
            files: {
              'mets.xml': '<mets/>',
              'objects/index.csv': 'name,year\n',
              'objects/copy of index.csv': 'name,year\n',
              'objects/pictures/mill.svg': '<svg/>',
            },
          },
          { files: { 'mets.xml': '<mets2/>', 'objects/index.csv': 'name,year,place\n' } },
        ],
      },
    },
  });

describe('verify of a copy', () => {
  const folder = temporaryFolder();
  const place = (name = 'out'): string => join(folder(), name);
  const run = (words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(verify, words, { archive: letters(), ...around });
  const restored = (...words: readonly string[]): Promise<VerbRun> =>
    runVerb(restore, ['letters/1911@v1', ...words], { archive: letters() });

  it('says that a restored folder is the same', async () => {
    await restored('--to', place());
    const { out, code, summary } = await run(['letters/1911@v1', place()]);
    expect(out).to.equal(`3 files, 26 B in ${place()}: the same as letters/1911@v1.\n`);
    expect(code).to.equal(0);
    checkedLines('verify', `${JSON.stringify({ type: 'summary', ok: true, ...summary })}\n`);
  });

  it('names what was changed, is missing and is extra, with both digests', async () => {
    await restored('--to', place());
    writeFileSync(join(place(), 'pictures/mill.svg'), '<SVG/>');
    rmSync(join(place(), 'index.csv'));
    writeFileSync(join(place(), 'Thumbs.db'), '');
    const [preserved, found] = [sha256Of('<svg/>'), sha256Of('<SVG/>')];
    const { out, code } = await run(['letters/1911@v1', place()]);
    expect(out).to.equal(
      `~ changed   pictures/mill.svg\n  preserved ${preserved}\n  found     ${found}\n` +
        '- missing   index.csv\n' +
        '+ extra     Thumbs.db\n' +
        'NOT THE SAME as letters/1911@v1: 1 changed, 1 missing, 1 extra, 1 the same.\n',
    );
    expect(code).to.equal(1);
    const { out: text, records, summary } = await run(['letters/1911@v1', place()], { form: 'json' });
    expect(text).to.equal('');
    expect(records).to.deep.equal([
      { type: 'changed', path: 'pictures/mill.svg', expected: preserved, found },
      { type: 'missing', path: 'index.csv', expected: sha256Of('name,year\n'), found: null },
      { type: 'extra', path: 'Thumbs.db', expected: null, found: null },
    ]);
    const lines = [...records, { type: 'summary', ok: false, ...summary }].map((line) => `${JSON.stringify(line)}\n`);
    checkedLines('verify', lines.join(''));
  });

  it('takes no link for a file, also where it leads to the same bytes', async () => {
    await restored('--to', place());
    rmSync(join(place(), 'index.csv'));
    symlinkSync('copy of index.csv', join(place(), 'index.csv'));
    const { out } = await run(['letters/1911@v1', place()]);
    expect(out).to.equal(
      '- missing   index.csv\n+ extra     index.csv\nNOT THE SAME as letters/1911@v1: 1 missing, 1 extra, 2 the same.\n',
    );
  });

  it('compares a folder that is as it is stored, a part of one, and one file', async () => {
    await restored('--to', place('stored'), '--stored');
    await restored('--to', place('part'), '--path', 'pictures');
    expect((await run(['letters/1911@v1', place('stored'), '--stored'])).code).to.equal(0);
    expect((await run(['letters/1911@v1', place('part'), '--path', 'pictures'])).code).to.equal(0);
    expect((await run(['letters/1911@v1', place('part')])).code).to.equal(1);
    expect((await run(['letters/1911/pictures@v1', join(place('part'), 'pictures')])).code).to.equal(0);
  });

  it('knows the files that a restore has renamed from the list beside them', async () => {
    mkdirSync(place());
    for (const [name, text] of [
      ['index.csv', 'name,year\n'],
      ['copy (2).csv', 'name,year\n'],
    ] as const)
      writeFileSync(join(place(), name), text);
    writeFileSync(place('out.renamed.tsv'), 'restored\tpreserved\ncopy (2).csv\tcopy of index.csv\n');
    const { code } = await run(['letters/1911@v1', `${place()}/`, '--path', '*.csv']);
    expect(code).to.equal(0);
  });

  it('compares a bag and a zip with the version that they say themselves', async () => {
    await restored('--as', 'bag', '--to', place('bag'));
    await restored('--as', 'zip', '--to', place('v1.zip'));
    for (const name of ['bag', 'v1.zip']) {
      const { out, code } = await run([place(name)]);
      expect(out).to.equal(`3 files, 26 B in ${place(name)}: the same as letters/1911@v1.\n`);
      expect(code).to.equal(0);
    }
    writeFileSync(join(place('bag'), 'data/index.csv'), 'other');
    const { out } = await run([place('bag')]);
    expect(out).to.match(/^~ changed {3}index\.csv\n[^]*NOT THE SAME as letters\/1911@v1: 1 changed, 2 the same\.\n$/);
  });

  it('compares a part of a version that was restored as a bag or a zip', async () => {
    for (const form of ['bag', 'zip']) {
      const to = place(form);
      await runVerb(restore, ['letters/1911/pictures@v1', '--as', form, '--to', to], { archive: letters() });
      expect((await run([to])).out).to.equal(`1 file, 6 B in ${to}: the same as letters/1911/pictures@v1.\n`);
    }
  });

  it('tells where a copy does not say of what it is one, is no copy, or cannot be read', async () => {
    mkdirSync(place());
    const unknown = await run([place()]);
    expect(unknown.fault?.message).to.equal(`${place()} does not say of what it is a copy.`);
    expect(unknown.fault?.about.next).to.equal(`muniment verify <path> ${place()}`);
    writeFileSync(place('text'), 'no zip');
    const text = await run(['letters/1911', place('text')]);
    expect(text.fault?.message).to.equal(
      `${place('text')} is no folder, bag, zip or tar. It is no zip that can be read: it has no end.`,
    );
    const absent = await run(['letters/1911', place('absent')]);
    expect(absent.fault?.message).to.equal(`${place('absent')} cannot be read (it is not there).`);
    for (const { fault } of [unknown, text, absent]) expect(fault?.about.exit).to.equal(2);
  });

  it('is silent where all is the same and only that is wanted', async () => {
    await restored('--to', place());
    const { out, code } = await run(['letters/1911@v1', place()], { quiet: true });
    expect([out, code]).to.deep.equal(['', 0]);
  });
});

describe('verify of what is stored', () => {
  const run = (words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(verify, words, { archive: letters(), ...around });

  it('reads each stored file of all versions once', async () => {
    const { out, code, summary } = await run(['letters/1911']);
    expect(out).to.equal('letters/1911: 2 versions, 5 stored files, 47 B read: all as preserved.\n');
    expect(code).to.equal(0);
    checkedLines('verify', `${JSON.stringify({ type: 'summary', ok: true, ...summary })}\n`);
  });

  it('reads only what is below a path, or of one version', async () => {
    const below = await run(['letters/1911/index.csv']);
    expect(below.out).to.equal('letters/1911/index.csv: 2 versions, 2 stored files, 26 B read: all as preserved.\n');
    const first = await run(['letters/1911@v1']);
    expect(first.out).to.equal('letters/1911@v1: 3 stored files, 23 B read: all as preserved.\n');
    const pattern = await run(['letters/1911/**/*.svg@v1']);
    expect(pattern.out).to.equal('letters/1911/**/*.svg@v1: 1 stored file, 6 B read: all as preserved.\n');
  });

  it('names damaged and lost files, with both digests', async () => {
    const archive: Archive = {
      ...letters(),
      open: (group, version, file, from) => {
        if (file.stored.endsWith('.svg')) return Promise.resolve(Readable.from([Buffer.from('<SVG/>')]));
        if (file.stored === 'mets.xml' && version === 2) return Promise.reject(new ArchiveFault('damaged', 'Gone.'));
        return letters().open(group, version, file, from);
      },
    };
    const { out, err, code } = await run(['letters/1911'], { archive });
    expect(err).to.equal('Next: muniment audit letters/1911\n');
    const [svg, mets] = [sha256Of('<svg/>'), sha256Of('<mets2/>')];
    expect(out).to.include(
      `DAMAGED     letters/1911/pictures/mill.svg@v1\n  preserved ${svg}\n  found     ${sha256Of('<SVG/>')}\n`,
    );
    expect(out).to.include(`DAMAGED     letters/1911/mets.xml@v2\n  preserved ${mets}\n  found     no such file\n`);
    expect(out).to.match(/\nletters\/1911: 2 versions, 5 stored files, 39 B read: 2 DAMAGED\.\n$/);
    expect(code).to.equal(1);
    const { out: text, records, summary } = await run(['letters/1911'], { archive, form: 'json' });
    expect(text).to.equal('');
    const lines = [...records, { type: 'summary', ok: false, ...summary }].map((line) => `${JSON.stringify(line)}\n`);
    expect(checkedLines('verify', lines.join(''))).to.have.length(3);
  });

  it('tells what is not there', async () => {
    const { fault } = await run(['letters/1911/pictures/mill.svg']);
    expect(fault?.code).to.equal('file-not-found');
    expect((await run(['letters'])).fault?.code).to.equal('group-not-found');
    expect((await run(['letters/1911', '--stored'])).fault?.message).to.equal(
      'These options are about a copy, and none is named.',
    );
  });
});
