import { expect } from 'chai';
import { ls } from '../../../../clients/command-line/verbs/ls/ls.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';
import { inTimeZone } from '../../../support/in-time-zone.js';

const png = {
  format: { name: 'PNG', version: '1.1', key: 'fmt/12' },
  fileDate: '1998-02-11T08:30:00Z',
};

describe('ls', () => {
  inTimeZone('Europe/Berlin');
  const archive = archiveOf({
    containers: ['maps/old'],
    groups: {
      'letters/1911': lettersGroup(),
      'letters/odd': {
        versions: [
          {
            files: {
              'objects/a\nb': '1',
              'objects/plan@v2': '12',
              'objects/x[1].txt': '123',
              'objects/x1.txt': '1234',
              'objects/deep/er/y.txt': '12345',
              'objects/*.txt': '123456',
              'mets.xml': '<mets/>',
              'metadata/report.html': 'r',
            },
          },
        ],
      },
      'maps/north': { versions: [{ files: { 'objects/n.png': { bytes: 'abc', ...png } } }] },
      'maps/empty': { versions: [{ files: { 'mets.xml': '<mets/>' } }] },
    },
  });
  const run = (words: string[], surroundings: VerbSurroundings = {}) =>
    runVerb(ls, words, { archive, ...surroundings });
  const outOf = async (words: string[], surroundings: VerbSurroundings = {}) => (await run(words, surroundings)).out;

  it('lists a folder by name', async () => {
    expect(await outOf(['letters/1911/pictures'])).to.equal('envelope no. 2.png\nthe mill.svg\n');
  });

  it('lists a version that is named, folders with a slash', async () => {
    expect(await outOf(['letters/1911@v1'])).to.equal(
      '1911-03-04 Clara an Jürgen.txt\n1911-03-19 Jürgen an Clara.txt\n1911-04-02 Clara an Jürgen.txt\nindex.csv\n' +
        'pictures/\nto be sorted/\ntranscripts/\n',
    );
    expect(await outOf(['letters/1911/pictures@v1'])).to.equal('envelope no. 2.png\nmill.svg\n');
  });

  it('lists sizes, formats and digests in 80 columns, and sums up folders', async () => {
    const { out, err } = await run(['-l', 'letters/1911']);
    const [head, first, ...rest] = out.split('\n');
    expect(head).to.equal('   SIZE  FORMAT      SINCE  SHA-256        NAME');
    expect(first).to.match(/^  355 B  text\/plain  v2     [0-9a-f]{12}…  1911-03-04 Clara an Jürgen\.txt$/);
    expect(rest).to.include('  285 B  text/plain  v1     474eee292be5…  1911-03-19 Jürgen an Clara.txt');
    expect(rest).to.include('10.9 kB  2 files     v2                    pictures/');
    expect(err).to.match(/^9 files, 12\.\d kB in letters\/1911@v2\.\n$/);
  });

  it('adds the dates of files in 120 columns, and leaves out columns in narrow ones', async () => {
    const wide = await outOf(['-l', 'maps/north'], { width: 120 });
    expect(wide).to.equal(
      'SIZE  FORMAT          FILE DATE         SINCE  SHA-256        NAME\n' +
        ' 3 B  PNG 1.1 fmt/12  1998-02-11 09:30  v1     ba7816bf8f01…  n.png\n',
    );
    expect(await outOf(['-l', 'maps/north'], { width: 99 })).to.not.contain('1998');
    expect(await outOf(['-l', 'maps/north'], { width: 71 })).to.equal(
      'SIZE  FORMAT          SINCE  NAME\n 3 B  PNG 1.1 fmt/12  v1     n.png\n',
    );
    expect(await outOf(['-l', 'maps/north'], { width: 59 })).to.equal('SIZE  SINCE  NAME\n 3 B  v1     n.png\n');
    expect(await outOf(['-l', 'maps/north'], { width: 39 })).to.equal('3 B\nv1\nn.png\n');
  });

  it('shows whole digests where they are asked for', async () => {
    expect(await outOf(['--full', 'maps/north'])).to.contain(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('writes whole paths, digests, bytes and UTC with tabs and without a head into a pipe', async () => {
    expect(await outOf(['-l', 'maps/north'], { form: 'pipe' })).to.equal(
      '3\tPNG 1.1 fmt/12\t1998-02-11T08:30:00Z\tv1\tba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\tmaps/north/n.png\n',
    );
    expect(await outOf(['letters/1911/pictures@v1'], { form: 'pipe' })).to.equal(
      'letters/1911/pictures/envelope no. 2.png\nletters/1911/pictures/mill.svg\n',
    );
  });

  it('lists everything below with -r, and a single file by its path', async () => {
    expect(await outOf(['-r', 'letters/odd/deep'])).to.equal('er/y.txt\n');
    expect(await outOf(['letters/odd/deep/er/y.txt'])).to.equal('deep/er/y.txt\n');
  });

  it('lists what is stored with --stored', async () => {
    expect(await outOf(['--stored', 'letters/odd'])).to.equal('metadata/\nmets.xml\nobjects/\n');
    expect(await outOf(['--stored', 'letters/odd/metadata'])).to.equal('report.html\n');
  });

  it('takes patterns, in which brackets are ordinary', async () => {
    expect(await outOf(['letters/odd/**/*.txt'])).to.equal('*.txt\ndeep/er/y.txt\nx1.txt\nx[1].txt\n');
    expect(await outOf(['letters/odd/x?.txt'])).to.equal('x1.txt\n');
    expect(await outOf(['letters/odd/x[1].tx?'])).to.equal('x[1].txt\n');
    expect(await outOf(['letters/odd/deep/**'])).to.equal('deep/er/y.txt\n');
  });

  it('takes a name that is there before a pattern', async () => {
    expect(await outOf(['letters/odd/*.txt'])).to.equal('*.txt\n');
  });

  it('lists nothing where no name matches', async () => {
    const { out, code, err } = await run(['letters/odd/*.pdf']);
    expect({ out, code, err }).to.deep.equal({ out: '', code: 0, err: 'No files in letters/odd@v1 match.\n' });
  });

  it('escapes line breaks in names, and marks names that end like a version', async () => {
    const lines = (await outOf(['letters/odd'])).split('\n');
    expect(lines).to.include("$'a\\nb'");
    expect(lines).to.include('plan@v2@');
    expect((await outOf(['letters/odd'], { form: 'pipe' })).split('\n')).to.include("$'letters/odd/a\\nb'");
  });

  it('writes names as they are with -0', async () => {
    expect((await outOf(['-0', 'letters/odd'])).split('\0')).to.include('letters/odd/a\nb');
  });

  it('lists containers and archival groups', async () => {
    expect(await outOf([])).to.equal('letters/\nmaps/\n');
    expect(await outOf(['maps'])).to.equal('empty\nnorth\nold/\n');
    expect(await outOf(['-r'])).to.equal(
      'letters/\nletters/1911\nletters/odd\nmaps/\nmaps/empty\nmaps/north\nmaps/old/\n',
    );
    const { out, err } = await run(['-l', 'maps']);
    expect(out).to.equal(
      'SIZE  FILES  VERSION  CHANGED           NAME\n' +
        ' 0 B      0  v1       2026-11-01 13:00  empty\n' +
        ' 3 B      1  v1       2026-11-01 13:00  north\n' +
        '                                        old/\n',
    );
    expect(err).to.equal('1 container, 2 archival groups.\n');
  });

  it('gives one JSON line each', async () => {
    const { records, summary } = await run(['maps/north'], { form: 'json' });
    expect(records).to.deep.equal([
      {
        type: 'file',
        path: 'maps/north/n.png',
        version: 1,
        size: 3,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        format: png.format,
        mediaType: null,
        since: 1,
        fileDate: png.fileDate,
        originalName: null,
        virus: null,
      },
    ]);
    expect(summary).to.deep.equal({ group: 'maps/north', version: 1, files: 1, bytes: 3 });
    const letters = await run(['letters/1911'], { form: 'json' });
    expect(letters.records.at(-2)).to.deep.equal({
      type: 'folder',
      path: 'letters/1911/to be sorted',
      version: 2,
      files: 1,
      bytes: 74,
      since: 1,
    });
    const maps = await run(['maps'], { form: 'json' });
    expect(maps.records[1]).to.include({ type: 'group', path: 'maps/north', version: 1, files: null });
  });

  it('names an archival group that was probably meant', async () => {
    const { fault } = await run(['letters/1912']);
    expect(fault?.message).to.equal('There is no archival group letters/1912. Did you mean letters/1911?');
    expect(fault?.about).to.include({ code: 'group-not-found', next: 'muniment ls letters' });
    expect((await run(['photographs'])).fault?.message).to.equal('There is no archival group photographs.');
  });

  it('names the newest version where one is asked for that is not there', async () => {
    const { fault } = await run(['letters/1911@v4']);
    expect(fault?.message).to.equal('letters/1911 has no version 4; the newest is v2.');
    expect(fault?.about).to.include({ code: 'version-not-found', next: 'muniment log letters/1911' });
  });

  it('tells what became of a file that the version does not have', async () => {
    const { fault } = await run(['letters/1911/pictures/mill.svg']);
    expect(fault?.message).to.equal(
      'letters/1911@v2 has no file pictures/mill.svg; since v2 it is "pictures/the mill.svg".',
    );
    expect(fault?.about.next).to.equal('muniment ls letters/1911/pictures/mill.svg@v1');
    const deleted = await run(['letters/1911/to be sorted/blank page #7.txt']);
    expect(deleted.fault?.message).to.match(/; it was deleted in v2\.$/);
    const early = await run(['letters/1911/1911-04-20 Jürgen an Clara.txt@v1']);
    expect(early.fault?.message).to.match(/; it came with v2\.$/);
    const misspelt = await run(['letters/1911/index.cvs']);
    expect(misspelt.fault?.message).to.equal('letters/1911@v2 has no file index.cvs. Did you mean index.csv?');
  });

  it('refuses a version of a container, and digests between NULs', async () => {
    expect((await run(['maps@v1'])).fault?.about.exit).to.equal(2);
    expect((await run(['-0', '-l', 'maps'])).fault?.about.exit).to.equal(2);
  });

  it('says that a version has no files', async () => {
    expect(await run(['maps/empty'])).to.include({ out: '', err: 'No files in maps/empty@v1.\n', code: 0 });
  });
});
