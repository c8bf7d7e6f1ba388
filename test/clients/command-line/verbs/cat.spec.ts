import { Readable } from 'node:stream';
import { expect } from 'chai';
import type { Archive } from '../../../../clients/archive/archive.js';
import { cat } from '../../../../clients/command-line/verbs/cat/cat.js';
import { archiveOf } from '../../../support/archive/archive-of.js';
import { lettersGroup } from '../../../support/archive/letters-archive.js';
import { runVerb, type VerbSurroundings } from '../../../support/command-line/run-verb.js';
import { sha256Of } from '../../../support/sha256.js';

describe('cat', () => {
  const noise = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256));
  const archive = archiveOf({
    groups: {
      'letters/1911': lettersGroup(),
      odd: {
        versions: [
          {
            files: {
              'objects/noise': { bytes: noise },
              'objects/a.txt': 'a',
              'objects/b.txt': 'b',
              'objects/none': '',
              'objects/pictures/mill.svg': '<svg/>',
              'mets.xml': '<mets/>',
            },
          },
        ],
      },
    },
  });
  const run = (words: string[], surroundings: VerbSurroundings = {}) =>
    runVerb(cat, words, { archive, ...surroundings });
  /** The archive, which reads other pieces of a file. */
  const reading = (...pieces: string[]): Archive => ({
    ...archive,
    open: () => Promise.resolve(Readable.from(pieces.map((piece) => Buffer.from(piece)))),
  });

  it('prints the bytes of a file as they are', async () => {
    expect((await run(['odd/noise'])).bytes.equals(noise)).to.equal(true);
    expect((await run(['odd/none'])).bytes.length).to.equal(0);
  });

  it('prints a file of an older version, and several files one after the other', async () => {
    expect(sha256Of((await run(['letters/1911/pictures/mill.svg@v1'])).bytes)).to.match(/^d4c8331ebd0a/);
    expect((await run(['odd/a.txt', 'odd/b.txt@v1'])).out).to.equal('ab');
    expect((await run(['odd/*.txt'])).out).to.equal('ab');
  });

  it('prints a stored file with --stored', async () => {
    expect((await run(['--stored', 'odd/mets.xml'])).out).to.equal('<mets/>');
  });

  it('holds back the last bytes of a file that is not as preserved, and names what was expected and found', async () => {
    const { out, fault } = await run(['odd/pictures/mill.svg'], { archive: reading('<sv', 'G/>') });
    expect(out).to.equal('<sv');
    expect(fault?.message).to.equal(
      `DAMAGED: odd@v1, pictures/mill.svg. Expected ${sha256Of('<svg/>')}, found ${sha256Of('<svG/>')}.`,
    );
    expect(fault?.about).to.include({ code: 'damaged', next: 'muniment audit odd' });
  });

  it('stops at a file that is longer than it was', async () => {
    const { out, fault } = await run(['odd/a.txt'], { archive: reading('a', 'b', 'c') });
    expect(out).to.equal('');
    expect(fault?.message).to.equal('DAMAGED: odd@v1, a.txt. Expected 1 byte, found more.');
  });

  it('names the version that still has a file', async () => {
    const { fault } = await run(['letters/1911/pictures/mill.svg@v2']);
    expect(fault?.message).to.equal(
      'letters/1911@v2 has no file pictures/mill.svg; since v2 it is "pictures/the mill.svg".',
    );
    expect(fault?.about.next).to.equal('muniment cat letters/1911/pictures/mill.svg@v1');
  });

  it('refuses folders, patterns without a match, and --json', async () => {
    expect((await run(['odd/pictures'])).fault?.message).to.equal('odd/pictures is a folder, not a file.');
    expect((await run(['odd'])).fault?.message).to.equal('odd is an archival group, not a file.');
    expect((await run(['odd/*.pdf'])).fault?.about.code).to.equal('file-not-found');
    expect((await run(['odd/a.txt'], { form: 'json' })).fault?.about.exit).to.equal(2);
  });
});
