import { expect } from 'chai';
import type { Archive } from '../../../../../clients/archive/archive.js';
import { restoreOn } from '../../../../../clients/command-line/verbs/restore/restore.js';
import type { TargetDisk } from '../../../../../clients/command-line/verbs/restore/target-disk.js';
import { archiveOf } from '../../../../support/archive/archive-of.js';
import { runVerb, type VerbRun } from '../../../../support/command-line/run-verb.js';
import { memoryDisk } from '../../../../support/restores/memory-target-disk.js';

const withFiles = (...names: readonly string[]): Archive => {
  const files = Object.fromEntries(names.map((name) => [`objects/${name}`, `text of ${name}`]));
  return archiveOf({ groups: { films: { versions: [{ files }] } } });
};

const run = (disk: TargetDisk, archive: Archive, ...words: readonly string[]): Promise<VerbRun> =>
  runVerb(restoreOn(disk), ['films', '--to', 'out', ...words], { archive });

describe('restore to a disk that cannot tell capitals', () => {
  const fold = (name: string): string => name.toLowerCase();

  it('refuses two files with the same name, and leaves nothing', async () => {
    const disk = memoryDisk({ fold });
    const { fault } = await run(disk, withFiles('Bild.TIF', 'bild.tif'));
    expect(fault?.message).to.equal('out cannot hold both Bild.TIF and bild.tif. Nothing was written.');
    expect(fault?.about.next).to.equal('--rename-collisions, or --as zip');
    expect(disk.paths()).to.deep.equal([]);
  });

  it('refuses two folders with the same name', async () => {
    const { fault } = await run(memoryDisk({ fold }), withFiles('Bild/a.tif', 'bild/b.tif'));
    expect(fault?.message).to.equal('out cannot hold both Bild/ and bild/. Nothing was written.');
  });

  it('renames the second where that is asked for, not to a name that another has, and lists it', async () => {
    const disk = memoryDisk({ fold });
    const archive = withFiles('Bild.TIF', 'Ton/a', 'bild (2).tif', 'bild.tif', 'ton/a');
    const { err, code } = await run(disk, archive, '--rename-collisions');
    expect(code).to.equal(0);
    expect(err).to.equal('Note: 2 files renamed; out.renamed.tsv lists them.\n');
    expect(disk.texts()).to.deep.equal({
      'out/Bild.TIF': 'text of Bild.TIF',
      'out/Ton/a': 'text of Ton/a',
      'out/bild (2).tif': 'text of bild (2).tif',
      'out/bild (3).tif': 'text of bild.tif',
      'out/ton (2)/a': 'text of ton/a',
      'out.renamed.tsv': 'restored\tpreserved\nbild (3).tif\tbild.tif\nton (2)/a\tton/a\n',
    });
  });

  it('does not write over a list of renamed files that is there', async () => {
    const disk = memoryDisk({ fold });
    disk.create('out.renamed.tsv').close();
    const { fault } = await run(disk, withFiles('A', 'a'), '--rename-collisions');
    expect(fault?.message).to.equal('out.renamed.tsv is there already. Nothing was written.');
    expect(disk.paths()).to.deep.equal(['out.renamed.tsv']);
  });
});

describe('restore to a disk that cannot tell how letters are composed', () => {
  it('refuses two files with the same name', async () => {
    const { fault } = await run(
      memoryDisk({ fold: (name) => name.normalize('NFC') }),
      withFiles('u\u0308.txt', '\u00fc.txt'),
    );
    expect(fault?.code).to.equal('names-collide');
  });
});

describe('restore to a disk that does not take every name', () => {
  it('tells the name and why, and leaves nothing', async () => {
    const disk = memoryDisk({ refuses: /[:"]/ });
    const { fault } = await run(disk, withFiles('a.txt', 'part: 2.txt'));
    expect(fault?.message).to.equal('out cannot hold the name part: 2.txt (contains ":"). Nothing was written.');
    expect(fault?.about.next).to.equal('--as tar');
    expect(disk.paths()).to.deep.equal([]);
  });

  it('tells a name that is too long for it', async () => {
    const long = 'x'.repeat(200);
    const { fault } = await run(memoryDisk({ refuses: /^.{150,}$/ }), withFiles(long));
    expect(fault?.message).to.equal(`out cannot hold the name ${long} (200 bytes). Nothing was written.`);
  });

  it('tells a letter that it does not know', async () => {
    const { fault } = await run(memoryDisk({ refuses: /ж/ }), withFiles('ab', 'abж'));
    expect(fault?.message).to.equal('out cannot hold the name abж (refused by the file system). Nothing was written.');
  });

  it('tells a name that a restore uses itself', async () => {
    const { fault } = await run(memoryDisk(), withFiles('.muniment-restore'));
    expect(fault?.message).to.equal(
      'out cannot hold the name .muniment-restore (which a restore uses itself). Nothing was written.',
    );
  });
});

describe('restore to a disk that is full', () => {
  it('tells what is kept and how much room is needed, and continues when there is room', async () => {
    const disk = memoryDisk();
    disk.room = 200; // the marker, and one file
    const archive = withFiles('a.txt', `${'b'.repeat(90)}.txt`);
    const { fault } = await run(disk, archive);
    expect(fault?.message).to.equal('The disk of out is full. 1 of 2 files are restored and kept.');
    expect(fault?.about.next).to.equal('make room (102 B), then the same command again');
    expect(Object.keys(disk.texts())).to.deep.equal(['out/.muniment-restore', 'out/a.txt']);
    disk.room = Infinity;
    const { err, code } = await run(disk, archive);
    expect(err).to.equal('Continuing: 1 of 2 files are there and were compared.\n');
    expect(code).to.equal(0);
    expect(disk.paths()).to.have.members(['out', 'out/a.txt', `out/${'b'.repeat(90)}.txt`]);
  });
});

describe('restore to a disk that fails', () => {
  it('tells the error and what is kept, and continues when it works again', async () => {
    const disk = memoryDisk();
    disk.soundWrites = 2; // the marker, and one file
    const archive = withFiles('a.txt', 'b.txt');
    const { fault } = await run(disk, archive);
    expect(fault?.message).to.match(
      /^The disk of out reports an error \(EIO: .+\)\. 1 of 2 files are restored and kept\.$/,
    );
    expect(fault?.code).to.equal('disk-error');
    expect(Object.keys(disk.texts())).to.deep.equal(['out/.muniment-restore', 'out/a.txt']);
    disk.soundWrites = Infinity;
    const { err, code } = await run(disk, archive);
    expect([err, code]).to.deep.equal(['Continuing: 1 of 2 files are there and were compared.\n', 0]);
    expect(disk.paths()).to.have.members(['out', 'out/a.txt', 'out/b.txt']);
  });

  it('leaves nothing where not even the beginning could be written', async () => {
    const disk = memoryDisk();
    disk.soundWrites = 0;
    const { fault } = await run(disk, withFiles('a.txt'));
    expect(fault?.message).to.contain('0 of 1 file are restored and kept.');
    expect(disk.paths()).to.deep.equal([]);
  });
});
