import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Archive } from '../../../../../clients/archive/archive.js';
import { restore } from '../../../../../clients/command-line/verbs/restore/restore.js';
import { verify } from '../../../../../clients/command-line/verbs/verify/verify.js';
import { tarFile } from '../../../../../formats/tar/tar-file.js';
import { archiveOf } from '../../../../support/archive/archive-of.js';
import { allOf, filled, openFilled } from '../../../../support/archive-files.js';
import { checkedLines } from '../../../../support/command-line/json-schema.js';
import { runVerb, type VerbRun, type VerbSurroundings } from '../../../../support/command-line/run-verb.js';
import { sha256Of } from '../../../../support/sha256.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const FIRST = { 'mets.xml': '<mets/>', 'objects/index.csv': 'name\n', 'objects/pictures/mill.svg': '<svg/>' };
const SECOND = { 'mets.xml': '<mets2/>', 'objects/index.csv': 'name,year\n' };

const letters = (versions = [{ files: FIRST }, { files: SECOND }]): Archive =>
  archiveOf({ groups: { 'letters/1911': { versions } } });

describe('verify of a tar', () => {
  const folder = temporaryFolder();
  const place = (): string => join(folder(), 'v1.tar');
  const run = (words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(verify, words, { archive: letters(), ...around });
  const written = async (...entries: readonly (readonly [path: string, content: string])[]): Promise<void> => {
    const filledOnes = entries.map(([path, content]) => filled(path, content));
    writeFileSync(place(), await allOf(await tarFile(filledOnes, openFilled)));
  };

  it('says that one of restore is the same', async () => {
    await runVerb(restore, ['letters/1911@v1', '--as', 'tar', '--to', place()], { archive: letters() });
    const { out, code } = await run(['letters/1911@v1', place()]);
    expect([out, code]).to.deep.equal([`2 files, 11 B in ${place()}: the same as letters/1911@v1.\n`, 0]);
    expect((await run([place()])).fault?.message).to.equal(`${place()} does not say of what it is a copy.`);
  });

  it('says that one of other programs is the same, with folders and ./ before its names', async () => {
    await written(['./', ''], ['./index.csv', 'name\n'], ['./pictures/', ''], ['./pictures/mill.svg', '<svg/>']);
    expect((await run(['letters/1911@v1', place()])).code).to.equal(0);
  });

  it('names what is changed, missing, extra, and there twice', async () => {
    await written(['index.csv', 'NAME\n'], ['index.csv', 'name\n'], ['Thumbs.db', '']);
    const { out, code } = await run(['letters/1911@v1', place()]);
    expect(out).to.equal(
      `~ changed   index.csv\n  preserved ${sha256Of('name\n')}\n  found     ${sha256Of('NAME\n')}\n` +
        '- missing   pictures/mill.svg\n+ extra     Thumbs.db\n+ extra     index.csv\n' +
        'NOT THE SAME as letters/1911@v1: 1 changed, 1 missing, 2 extra.\n',
    );
    expect(code).to.equal(1);
  });

  it('compares the payload of a bag in it, which says itself of what it is', async () => {
    await written(
      ['bag/bagit.txt', 'BagIt-Version: 1.0\n'],
      ['bag/bag-info.txt', 'External-Identifier: letters/1911@v1\n'],
      ['bag/data/index.csv', 'name\n'],
      ['bag/data/pictures/mill.svg', '<svg/>'],
    );
    expect((await run(['letters/1911@v1', place()])).code).to.equal(0);
  });

  it('is not done where it is cut, damaged or compressed', async () => {
    await written(['index.csv', 'x'.repeat(2_000)], ['pictures/mill.svg', '<svg/>']);
    const bytes = readFileSync(place());
    const sentences = [
      [bytes.subarray(0, 1_000), 'It is no tar that can be read: it is cut.'],
      [
        Buffer.from(bytes).fill('?', 2_560, 2_570),
        'It is no tar that can be read: the header at byte 2560 is damaged.',
      ],
      [gzipSync(bytes), 'It is compressed by gzip: unpack it first.'],
    ] as const;
    for (const [content, sentence] of sentences) {
      writeFileSync(place(), content);
      const { fault } = await run(['letters/1911@v1', place()]);
      expect(fault?.message).to.equal(`${place()} is no folder, bag, zip or tar. ${sentence}`);
      expect(fault?.about.exit).to.equal(2);
    }
  });
});

describe('verify of an OCFL object', () => {
  const folder = temporaryFolder();
  const place = (): string => join(folder(), 'object');
  const run = (words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(verify, words, { archive: letters(), ...around });
  const restored = (archive = letters()): Promise<VerbRun> =>
    runVerb(restore, ['letters/1911', '--as', 'ocfl', '--to', place()], { archive });

  it('says that it is the same as the one that is preserved, of which it has the name', async () => {
    await restored();
    const { out, code, summary } = await run([place()]);
    expect(out).to.match(new RegExp(`^12 stored files, [\\d.]+ kB in ${place()}: the same as letters/1911@v2\\.\n$`));
    expect(code).to.equal(0);
    checkedLines('verify', `${JSON.stringify({ type: 'summary', ok: true, ...summary })}\n`);
    expect((await run(['letters/1911', place()])).code).to.equal(0);
  });

  it('compares one that was made before the newest version with the object of that time', async () => {
    await restored(letters([{ files: FIRST }]));
    expect((await run([place()])).out).to.match(/: the same as letters\/1911@v1\.\n$/);
    const newest = await run(['letters/1911', place()]);
    expect(newest.out).to.include('~ changed   inventory.json\n').and.to.include('- missing   v2/inventory.json\n');
    expect(newest.code).to.equal(1);
  });

  it('names what is changed, missing and extra', async () => {
    await restored();
    appendFileSync(join(place(), 'v1/content/objects/index.csv'), '!');
    rmSync(join(place(), 'v1/inventory.json.sha256'));
    writeFileSync(join(place(), 'v1/notes.txt'), '');
    const { out, code } = await run([place()]);
    expect(out).to.equal(
      `~ changed   v1/content/objects/index.csv\n  preserved ${sha256Of('name\n')}\n  found     ${sha256Of('name\n!')}\n` +
        '- missing   v1/inventory.json.sha256\n+ extra     v1/notes.txt\n' +
        'NOT THE SAME as letters/1911@v2: 1 changed, 1 missing, 1 extra, 10 the same.\n',
    );
    expect(code).to.equal(1);
  });

  it('needs a path where its inventory cannot be read', async () => {
    await restored();
    truncateSync(join(place(), 'inventory.json'), 20);
    expect((await run([place()])).fault?.message).to.equal(`${place()} does not say of what it is a copy.`);
    expect((await run(['letters/1911', place()])).out).to.match(/^~ changed {3}inventory\.json\n/);
  });

  it('is compared wholly', async () => {
    await restored();
    for (const words of [
      ['letters/1911/pictures'],
      ['letters/1911', '--path', '*.csv'],
      ['letters/1911', '--stored'],
    ]) {
      const [path = '', ...options] = words;
      const { fault } = await run([path, place(), ...options]);
      expect(fault?.message).to.equal(`${place()} is an OCFL object, which is compared wholly, and as it is stored.`);
      expect(fault?.about.exit).to.equal(2);
    }
  });
});
