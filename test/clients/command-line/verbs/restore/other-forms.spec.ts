import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Archive } from '../../../../../clients/archive/archive.js';
import { restore } from '../../../../../clients/command-line/verbs/restore/restore.js';
import { validateBag } from '../../../../../formats/bagit/validate-bag.js';
import { folderBag } from '../../../../formats/bagit/folder-bag.js';
import { archiveOf } from '../../../../support/archive/archive-of.js';
import { inPython } from '../../../../support/archive-files.js';
import { runVerb, type VerbRun, type VerbSurroundings } from '../../../../support/command-line/run-verb.js';
import { sha256Of } from '../../../../support/sha256.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const FILES = {
  'mets.xml': '<mets/>',
  'objects/Mühle.txt': { bytes: 'mill', fileDate: '1998-02-11T09:30:00Z' },
  'objects/maps/50%.txt': 'half',
  'metadata/ad-hoc/bag/bag-info.txt': 'Contact-Name: Ada\nBagging-Date: 2001-01-01\n',
  'metadata/ad-hoc/bag/rights/notes.txt': 'public domain',
};

const maps = (): Archive =>
  archiveOf({ groups: { 'maps/north': { versions: [{ made: '2026-11-26T14:49:15Z', files: FILES }] } } });

const damaged = (): Archive => ({
  ...maps(),
  open: (group, version, file, from) =>
    file.stored === 'objects/maps/50%.txt'
      ? Promise.resolve(Readable.from([Buffer.from('HALF')]))
      : maps().open(group, version, file, from),
});

describe('restore as something else than files', () => {
  const folder = temporaryFolder();
  const place = (name: string): string => join(folder(), name);
  const run = (words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(restore, ['maps/north@v1', ...words], { archive: maps(), ...around });
  const textOf = (name: string): string => readFileSync(place(name), 'utf8');

  describe('a bag', () => {
    it('has the files of the depositor as data, and the tag files of the bag that was preserved', async () => {
      const { out, code } = await run(['--as', 'bag', '--to', place('bag')]);
      expect(out).to.equal(`Restored maps/north@v1 to ${place('bag')}, a bag: 2 files, 8 B, compared.\n`);
      expect(code).to.equal(0);
      expect(readdirSync(place('bag')).sort()).to.deep.equal(
        ['bag-info.txt', 'bagit.txt', 'data', 'manifest-sha256.txt', 'rights', 'tagmanifest-sha256.txt'].sort(),
      );
      expect(textOf('bag/data/Mühle.txt')).to.equal('mill');
      expect(textOf('bag/rights/notes.txt')).to.equal('public domain');
      expect(textOf('bag/manifest-sha256.txt')).to.include(`${sha256Of('half')}  data/maps/50%25.txt`);
      expect(textOf('bag/bag-info.txt')).to.include('Contact-Name: Ada\n');
      expect(textOf('bag/bag-info.txt')).to.include('Bagging-Date: 2026-11-26\n');
      expect(textOf('bag/bag-info.txt')).to.include('maps/north@v1');
      expect(await validateBag(folderBag(place('bag')))).to.include({ version: '1.0', problemCount: 0 });
    });

    it('of a version without files is a bag, too', async () => {
      const archive = archiveOf({ groups: { 'maps/north': { versions: [{ files: { 'mets.xml': '<mets/>' } }] } } });
      await run(['--as', 'bag', '--to', place('bag')], { archive });
      expect(await validateBag(folderBag(place('bag')))).to.include({ version: '1.0', problemCount: 0 });
    });

    it('has only the files that are meant', async () => {
      await run(['--as', 'bag', '--path', 'maps', '--to', place('bag')]);
      expect(readdirSync(place('bag/data'))).to.deep.equal(['maps']);
    });

    it('ends at a damaged file, and is continued', async () => {
      const { fault } = await run(['--as', 'bag', '--to', place('bag')], { archive: damaged() });
      expect(fault?.about.next).to.match(/^muniment audit .*; --as files --skip-damaged for the rest$/);
      expect(fault?.message).to.match(/^DAMAGED: maps\/north@v1, data\/maps\/50%\.txt\. Expected /);
      const { err, code } = await run(['--as', 'bag', '--to', place('bag')]);
      expect(err).to.match(/^Continuing: \d of 7 files are there and were compared\.\n$/);
      expect(code).to.equal(0);
    });
  });

  const contents = {
    zip: `import json,sys,zipfile
z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps({i.filename: z.read(i).decode() for i in z.infolist()}))`,
    tar: `import json,sys,tarfile
t = tarfile.open(sys.argv[1])
print(json.dumps({i.name: t.extractfile(i).read().decode() for i in t.getmembers()}))`,
  };
  for (const form of ['zip', 'tar'] as const) {
    describe(`a ${form}`, () => {
      const file = (): string => place(`north.${form}`);

      it('has the files of the depositor', async function () {
        const { out, summary } = await run(['--as', form, '--to', file()]);
        expect(out).to.equal(`Restored maps/north@v1 to ${file()}: 2 files, 8 B, compared.\n`);
        expect(summary).to.include({ as: form, files: 2, bytes: 8 });
        expect(readdirSync(folder())).to.deep.equal([`north.${form}`]);
        const entries = inPython(contents[form], file());
        if (entries === null) this.skip();
        expect(entries).to.deep.equal({ 'Mühle.txt': 'mill', 'maps/50%.txt': 'half' });
      });

      it('goes to standard output as the same bytes, with its verdict on standard error', async () => {
        await run(['--as', form, '--to', file()]);
        const { bytes, err } = await run(['--as', form, '--to', '-']);
        expect(bytes.equals(readFileSync(file()))).to.equal(true);
        expect(err).to.equal(`Restored maps/north@v1 to standard output, a ${form}: 2 files, 8 B, compared.\n`);
      });

      it('is not written over', async () => {
        writeFileSync(file(), 'other');
        const { fault } = await run(['--as', form, '--to', file()]);
        expect(fault?.message).to.equal(`${file()} is there already. Nothing was written.`);
        expect(fault?.about.exit).to.equal(2);
        expect(readFileSync(file(), 'utf8')).to.equal('other');
      });

      it('is not there with a damaged file in it', async () => {
        const { fault } = await run(['--as', form, '--to', file()], { archive: damaged() });
        const digests = `Expected ${sha256Of('half')}, found ${sha256Of('HALF')}.`;
        expect(fault?.message).to.equal(`DAMAGED: maps/north@v1, maps/50%.txt. ${digests} ${file()} was not written.`);
        expect(readdirSync(folder())).to.deep.equal([]);
        const piped = await run(['--as', form, '--to', '-'], { archive: damaged() });
        expect(piped.fault?.message).to.match(/ What was written is incomplete\.$/);
      });

      it('is continued at the length that it has, as far as that is the same', async () => {
        await run(['--as', form, '--to', file()]);
        const whole = readFileSync(file());
        for (const [again, there] of [
          ['cut', whole.subarray(0, 70)],
          ['changed', Buffer.from(whole).fill(0, 60, 80)],
          ['longer', Buffer.concat([whole, whole])],
        ] as const) {
          const part = place(`${again}.${form}.muniment-restore`);
          writeFileSync(part, there);
          const { err } = await run(['--as', form, '--to', place(`${again}.${form}`)]);
          if (again !== 'changed')
            expect(err).to.match(/^Continuing: [\d.]+ of [\d.]+ k?B are there and were compared\.\n$/);
          expect(readFileSync(place(`${again}.${form}`)).equals(whole), again).to.equal(true);
          expect(existsSync(part)).to.equal(false);
        }
      });
    });
  }

  it('needs a form that is one file for standard output, and a place for names beside it', async () => {
    const sentences = [
      [['--to', '-'], 'Only a zip or a tar can go to standard output.'],
      [['--as', 'zip', '--to', '-', '--list'], 'Standard output has the zip, so that no names can be listed.'],
      [['--as', 'bag', '--to', 'x', '--skip-damaged'], '--as bag leaves no file out, also where it is damaged.'],
      [
        ['--as', 'bag', '--to', 'x', '--stored'],
        'A bag has the names of the depositor: leave out --stored and --original-names.',
      ],
    ] as const;
    for (const [words, sentence] of sentences) {
      const { fault } = await run(words);
      expect(fault?.message).to.equal(sentence);
      expect(fault?.about.exit).to.equal(2);
    }
  });
});
