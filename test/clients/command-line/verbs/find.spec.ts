import { expect } from 'chai';
import { find } from '../../../../clients/command-line/verbs/find/find.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';
import { inTimeZone } from '../../../support/in-time-zone.js';

const MILL = 'd4c8331ebd0a5ce150143240eb591d5924e5d6b6832ce5aa732c41e695a51268';
const png = { name: 'Portable Network Graphics', version: '1.1', key: 'fmt/12' };

describe('find', () => {
  inTimeZone('Europe/Berlin');
  const archive = archiveOf({
    groups: {
      'letters/1911': lettersGroup(),
      maps: {
        versions: [
          {
            files: {
              'mets.xml': '<mets about="mill"/>',
              'objects/north.png': { bytes: 'n', format: png, mediaType: 'image/png' },
              'objects/sub/Mill.png': { bytes: 'm', mediaType: 'image/png', virus: { found: true, name: 'Eicar' } },
              'objects/a\nb': '1',
            },
          },
        ],
      },
    },
  });
  const run = (words: string[], surroundings: VerbSurroundings = {}) =>
    runVerb(find, words, { archive, ...surroundings });
  const found = async (...words: string[]) => (await run(words)).out.split('\n').slice(0, -1);

  it('finds a part of a path in all groups, in any casing, and counts the files', async () => {
    const { out, err, code } = await run(['mill']);
    expect({ out, err, code }).to.deep.equal({
      out: 'letters/1911/pictures/the mill.svg\nmaps/sub/Mill.png\n',
      err: '2 files.\n',
      code: 0,
    });
    expect(await run(['nothing like that'])).to.include({ out: '', err: '0 files.\n', code: 0 });
  });

  it('finds a part of the path as the depositor knows it, across folders and groups', async () => {
    expect(await found('1911/Pictures/the')).to.deep.equal(['letters/1911/pictures/the mill.svg']);
    expect(await found('maps/')).to.deep.equal(["$'maps/a\\nb'", 'maps/north.png', 'maps/sub/Mill.png']);
    expect(await found('objects')).to.deep.equal([]);
  });

  it('finds names by a pattern, and paths by one with a slash', async () => {
    expect(await found('--name', '*.png')).to.deep.equal([
      'letters/1911/pictures/envelope no. 2.png',
      'maps/north.png',
      'maps/sub/Mill.png',
    ]);
    expect(await found('--name', '*', '--in', 'maps')).to.have.lengthOf(3);
    expect(await found('--name', '*')).to.have.lengthOf(12);
    expect(await found('--name', 'sub/*')).to.deep.equal(['maps/sub/Mill.png']);
    expect(await found('mill', '--name', '*.svg')).to.deep.equal(['letters/1911/pictures/the mill.svg']);
  });

  it('finds files by their digest, and by the date of their version', async () => {
    expect(await found('--digest', MILL.toUpperCase())).to.deep.equal(['letters/1911/pictures/the mill.svg']);
    expect(await found('--since', '2026-11-26 15:53')).to.include('letters/1911/1911-04-20 Jürgen an Clara.txt');
    expect(await found('--since', '2026-11-26 15:54')).to.deep.equal([]);
    expect(await found('--since', '2026-11-27')).to.deep.equal([]);
  });

  it('finds formats and viruses within one group', async () => {
    expect(await found('--format', 'fmt/12', '--in', 'maps')).to.deep.equal(['maps/north.png']);
    expect(await found('--format', 'network graphics', '--in', 'maps')).to.deep.equal(['maps/north.png']);
    expect(await found('--format', 'image/png', '--in', 'maps/sub')).to.deep.equal(['maps/sub/Mill.png']);
    expect(await found('--virus', '--in', 'maps')).to.deep.equal(['maps/sub/Mill.png']);
    const { fault } = await run(['--format', 'fmt/12']);
    expect(fault?.message).to.equal('find --format looks within one archival group.');
    expect(fault?.about.exit).to.equal(2);
    expect((await run(['--virus', '--in', 'letters'])).fault?.about.exit).to.equal(2);
  });

  it('finds files of older versions, each once, in the newest version that has them', async () => {
    expect(await found('mill', '--all-versions', '--in', 'letters/1911')).to.deep.equal([
      'letters/1911/pictures/the mill.svg',
      'letters/1911/pictures/mill.svg@v1',
    ]);
    expect(await found('--name', 'index.csv', '--all-versions', '--in', 'letters/1911')).to.deep.equal([
      'letters/1911/index.csv',
    ]);
  });

  it('looks in a container, a folder, or another version', async () => {
    expect(await found('mill', '--in', 'letters')).to.deep.equal(['letters/1911/pictures/the mill.svg']);
    expect(await found('blank', '--in', 'letters/1911@v1')).to.deep.equal([
      'letters/1911/to be sorted/blank page #7.txt@v1',
    ]);
  });

  it('escapes line breaks in paths, but not with -0', async () => {
    expect(await found('a\nb')).to.deep.equal(["$'maps/a\\nb'"]);
    expect((await run(['-0', 'a\nb'])).out).to.equal('maps/a\nb\0');
  });

  it('gives one JSON line for each file, with what is known of it', async () => {
    const { records, summary } = await run(['north'], { form: 'json' });
    expect(records).to.deep.equal([{ type: 'file', path: 'maps/north.png', version: 1 }]);
    expect(summary).to.deep.equal({ files: 1 });
    const within = await run(['north', '--in', 'maps'], { form: 'json' });
    expect(within.records[0]).to.deep.include({ type: 'file', path: 'maps/north.png', size: 1, format: png });
  });

  it('refuses a digest that is none, a date that is none, and to look for nothing', async () => {
    expect((await run(['--digest', 'd4c8331ebd0a'])).fault?.message).to.match(/is not a SHA-256/);
    expect((await run(['--since', 'yesterday'])).fault?.message).to.match(/is not a date/);
    expect((await run([])).fault?.about.exit).to.equal(2);
    expect((await run(['mill', '--in', 'lettres'])).fault?.message).to.equal(
      'There is no archival group lettres. Did you mean letters?',
    );
  });
});
