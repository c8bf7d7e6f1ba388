import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ArchiveFault, type Archive } from '../../../../../clients/archive/archive.js';
import { restore } from '../../../../../clients/command-line/verbs/restore/restore.js';
import { archiveOf } from '../../../../support/archive/archive-of.js';
import type { PlainVersion } from '../../../../support/archive/listed-group.js';
import { checkedLines } from '../../../../support/command-line/json-schema.js';
import { runVerb, type VerbRun, type VerbSurroundings } from '../../../../support/command-line/run-verb.js';
import { sha256Of } from '../../../../support/sha256.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const FIRST: PlainVersion = {
  files: {
    'mets.xml': '<mets/>',
    'metadata/report.html': '<html/>',
    'objects/index.csv': 'name,year\n',
    'objects/pictures/mill.svg': { bytes: '<svg/>', fileDate: '1998-02-11T09:30:00Z', originalName: 'scans/Mühle.SVG' },
  },
};
const SECOND: PlainVersion = { files: { 'mets.xml': '<mets2/>', 'objects/index.csv': 'name,year,place\n' } };

const letters = (): Archive => archiveOf({ groups: { 'letters/1911': { versions: [FIRST, SECOND] } } });

/** An archive that has other bytes of a file than it preserved. */
const damaged = (stored: string, bytes: string | null, archive = letters()): Archive => ({
  ...archive,
  open: (group, version, file, from) => {
    if (file.stored !== stored) return archive.open(group, version, file, from);
    if (bytes === null) return Promise.reject(new ArchiveFault('damaged', 'It is not there.'));
    return Promise.resolve(Readable.from([Buffer.from(bytes)]));
  },
});

const namesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('restore', () => {
  const folder = temporaryFolder();
  const out = (): string => join(folder(), 'out');
  const run = (words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(restore, [...words, ...(words.includes('--to') ? [] : ['--to', out()])], { archive: letters(), ...around });
  const textOf = (name: string): string => readFileSync(join(out(), name), 'utf8');

  it('writes the files of a version with the names that the depositor knows', async () => {
    const { out: told, code } = await run(['letters/1911@v1']);
    expect(told).to.equal(`Restored letters/1911@v1 to ${out()}: 2 files, 16 B, every byte compared.\n`);
    expect(code).to.equal(0);
    expect(namesBelow(out())).to.deep.equal(['index.csv', 'pictures/mill.svg']);
    expect(textOf('pictures/mill.svg')).to.equal('<svg/>');
  });

  it('writes the newest version where none is named', async () => {
    const { out: text, summary } = await run(['letters/1911', '--list'], { form: 'json' });
    expect(text).to.equal('');
    checkedLines('restore', `${JSON.stringify({ type: 'summary', ok: true, ...summary })}\n`);
    expect(summary).to.deep.equal({ group: 'letters/1911', version: 2, to: out(), as: 'files', files: 1, bytes: 16 });
    expect(textOf('index.csv')).to.equal('name,year,place\n');
  });

  it('gives files the dates that they had', async () => {
    await run(['letters/1911@v1']);
    expect(statSync(join(out(), 'pictures/mill.svg')).mtime.toISOString()).to.equal('1998-02-11T09:30:00.000Z');
  });

  it('writes one file under its own name', async () => {
    const { out: told } = await run(['letters/1911/pictures/mill.svg@v1']);
    expect(told).to.equal(`Restored letters/1911/pictures/mill.svg@v1 to ${out()}/mill.svg: 6 B, compared.\n`);
    expect(namesBelow(out())).to.deep.equal(['mill.svg']);
  });

  it('writes a folder without the folders above it', async () => {
    await run(['letters/1911/pictures@v1']);
    expect(namesBelow(out())).to.deep.equal(['mill.svg']);
  });

  it('writes only what a pattern or a folder names, and tells where none is meant', async () => {
    await run(['letters/1911@v1', '--path', '**/*.svg']);
    expect(namesBelow(out())).to.deep.equal(['pictures/mill.svg']);
    await run(['letters/1911@v1', '--path', 'pictures', '--to', join(folder(), 'other')]);
    expect(namesBelow(join(folder(), 'other'))).to.deep.equal(['pictures/mill.svg']);
    const { fault } = await run(['letters/1911@v1', '--path', '*.tif', '--to', join(folder(), 'none')]);
    expect(fault?.message).to.equal('No file of letters/1911@v1 is meant by *.tif.');
    expect(fault?.about.exit).to.equal(2);
  });

  it('writes everything as it is stored where that is asked for', async () => {
    await run(['letters/1911@v1', '--stored']);
    const stored = ['metadata/report.html', 'mets.xml', 'objects/index.csv', 'objects/pictures/mill.svg'];
    expect(namesBelow(out())).to.deep.equal(stored);
  });

  it('gives files the names from the METS where that is asked for', async () => {
    await run(['letters/1911@v1', '--original-names']);
    expect(namesBelow(out())).to.deep.equal(['index.csv', 'pictures/Mühle.SVG']);
  });

  it('lists each file as it is written', async () => {
    const { out: told } = await run(['letters/1911@v1', '--list']);
    const lines = told.split('\n');
    expect(lines.slice(0, 2).sort()).to.deep.equal(['index.csv', 'pictures/mill.svg']);
    expect(lines[2]).to.match(/^Restored /);
  });

  it('tells what it would write, and writes nothing', async () => {
    const { out: told, err } = await run(['letters/1911@v1', '--dry-run']);
    expect(told).to.equal('index.csv\npictures/mill.svg\n');
    expect(err).to.equal(`Would restore letters/1911@v1 to ${out()}: 2 files, 16 B.\n`);
    expect(readdirSync(folder())).to.deep.equal([]);
  });

  it('is silent where only an answer is wanted', async () => {
    const { out: told, err, code } = await run(['letters/1911@v1'], { quiet: true });
    expect([told, err, code]).to.deep.equal(['', '', 0]);
  });

  it('refuses a folder that is not empty, and writes nothing', async () => {
    mkdirSync(out());
    for (const name of ['b.txt', 'Thumbs.db', 'a.txt']) writeFileSync(join(out(), name), '');
    const { fault } = await run(['letters/1911@v1']);
    expect(fault?.message).to.equal(`${out()} is not empty (3 files; the first is Thumbs.db). Nothing was written.`);
    expect(fault?.about).to.deep.equal({ code: 'place-not-empty', exit: 2, next: '--to <new folder>' });
    expect(namesBelow(out())).to.deep.equal(['Thumbs.db', 'a.txt', 'b.txt']);
  });

  it('refuses a place that is no folder', async () => {
    writeFileSync(out(), '');
    const { fault } = await run(['letters/1911@v1']);
    expect(fault?.message).to.equal(`${out()} is not a folder. Nothing was written.`);
  });

  it('needs a place, and a form that it knows', async () => {
    const without = await runVerb(restore, ['letters/1911'], { archive: letters() });
    expect(without.fault?.message).to.equal('restore needs a place to write to.');
    const { fault } = await run(['letters/1911', '--as', 'rar']);
    expect(fault?.message).to.equal('There is no form "rar": files, bag, zip, tar or ocfl.');
    expect(fault?.about.exit).to.equal(2);
  });

  it('ends at a damaged file, and tells both digests and what is good', async () => {
    const { fault, records } = await run(['letters/1911@v1'], {
      archive: damaged('objects/pictures/mill.svg', '<SVG/>'),
      form: 'json',
    });
    const [expected, found] = [sha256Of('<svg/>'), sha256Of('<SVG/>')];
    expect(fault?.message).to.equal(
      `DAMAGED: letters/1911@v1, pictures/mill.svg. Expected ${expected}, found ${found}. ` +
        `${out()} has 1 good file, and is incomplete.`,
    );
    expect(fault?.about.next).to.equal('muniment audit letters/1911; --skip-damaged for the rest');
    expect(records).to.deep.equal([{ type: 'damaged', path: 'pictures/mill.svg', expected, found }]);
    expect(namesBelow(out())).to.deep.equal(['.muniment-restore', 'index.csv']);
  });

  it('leaves out damaged files where that is asked for, also after it had ended at one', async () => {
    const archive = damaged('objects/pictures/mill.svg', null);
    await run(['letters/1911@v1'], { archive });
    const { out: told, err, code } = await run(['letters/1911@v1', '--skip-damaged'], { archive });
    expect(err).to.equal('Continuing: 1 of 2 files are there and were compared.\nNext: muniment audit letters/1911\n');
    expect(told).to.equal(
      `DAMAGED     pictures/mill.svg\n  preserved ${sha256Of('<svg/>')}\n  found     no such file\n` +
        `Restored letters/1911@v1 to ${out()}: 1 file, 10 B, every byte compared; 1 damaged file left out.\n`,
    );
    expect(code).to.equal(1);
    expect(namesBelow(out())).to.deep.equal(['index.csv']);
  });

  it('continues a restore that was stopped, and reads again what is there', async () => {
    const stop = new AbortController();
    const stopped = await run(['letters/1911@v1'], {
      archive: {
        ...letters(),
        open: (group, version, file, from) => {
          if (file.stored.endsWith('.svg')) stop.abort(new Error('stop'));
          return letters().open(group, version, file, from);
        },
      },
      interrupted: stop.signal,
    });
    expect(stopped.fault?.message).to.match(/^Stopped while copying, [01] of 2 files\. Nothing is lost\.$/);
    expect(stopped.fault?.about).to.deep.include({ exit: 130, next: 'the same command again continues' });
    writeFileSync(join(out(), 'index.csv'), 'changed meanwhile');

    const other = await run(['letters/1911@v2']);
    expect(other.fault?.code).to.equal('place-not-empty');

    const { out: told, err } = await run(['letters/1911@v1']);
    expect(err).to.equal('Continuing: 0 of 2 files are there and were compared.\n');
    expect(told).to.equal(`Restored letters/1911@v1 to ${out()}: 2 files, 16 B, every byte compared.\n`);
    expect(textOf('index.csv')).to.equal('name,year\n');
    expect(namesBelow(out())).to.deep.equal(['index.csv', 'pictures/mill.svg']);
  });

  it('asks again for the rest of a file where the archive was away', async () => {
    const asked: number[] = [];
    const archive: Archive = {
      ...letters(),
      open: (group, version, file, from = 0) => {
        if (!file.stored.endsWith('.svg')) return letters().open(group, version, file, from);
        asked.push(from);
        const pieces = async function* () {
          yield* await Promise.resolve([Buffer.from('<svg/>'.slice(from, from + 4))]);
          if (from === 0) throw new ArchiveFault('unavailable', 'The connection broke.');
        };
        return Promise.resolve(Readable.from(pieces()));
      },
    };
    await run(['letters/1911@v1'], { archive });
    expect(asked).to.deep.equal([0, 4]);
    expect(textOf('pictures/mill.svg')).to.equal('<svg/>');
  });

  it('never writes through a link in a folder that it continues', async () => {
    await run(['letters/1911@v1'], { archive: damaged('objects/pictures/mill.svg', '') });
    const elsewhere = join(folder(), 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(out(), 'pictures'));
    const { fault } = await run(['letters/1911@v1']);
    expect(fault?.message).to.equal(`${out()}/pictures is not a folder.`);
    expect(readdirSync(elsewhere)).to.deep.equal([]);
  });

  it('refuses a name that would lie outside the folder', async () => {
    for (const name of ['../escaped', 'a/../../escaped', '/escaped', 'a\0b']) {
      const archive = archiveOf({ groups: { g: { versions: [{ files: { [`objects/${name}`]: 'x' } }] } } });
      const { fault } = await run(['g'], { archive });
      expect(fault?.code).to.equal('name-impossible');
    }
    expect(readdirSync(folder())).to.deep.equal([]);
  });

  it('restores names of every script and with every letter that a name can have', async () => {
    const names = ['Brief an Müller.txt', 'письмо.txt', 'γράμμα', '手紙.txt', '편지', 'رسالة', 'מכתב', 'पत्र.txt']
      .concat([
        'a "quote".txt',
        'back\\slash',
        'line\nbreak',
        'tab\tbed',
        '100 %25.txt',
        "it's",
        '-rf',
        ' space ',
        '#1?*',
      ])
      .concat(['ü'.repeat(127) + 'x', '[a]{b}(c)', 'plan@v2', '\u202Etxt.exe', '…']);
    const files = Object.fromEntries(names.map((name, index) => [`objects/odd/${name}`, `${index}`]));
    const { code } = await run(['g'], { archive: archiveOf({ groups: { g: { versions: [{ files }] } } }) });
    expect(code).to.equal(0);
    expect(readdirSync(join(out(), 'odd')).sort()).to.deep.equal([...names].sort());
    for (const [index, name] of names.entries()) expect(textOf(`odd/${name}`)).to.equal(`${index}`);
  });
});
