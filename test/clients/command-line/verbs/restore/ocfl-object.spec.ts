import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ArchiveFault, type Archive } from '../../../../../clients/archive/archive.js';
import { restore } from '../../../../../clients/command-line/verbs/restore/restore.js';
import { isError, type Finding } from '../../../../../formats/ocfl/finding.js';
import { examineObject } from '../../../../../formats/ocfl/validation/examine-object.js';
import { folderObject } from '../../../../formats/ocfl/folder-object.js';
import { archiveOf, type PlainGroup } from '../../../../support/archive/archive-of.js';
import { digestOf } from '../../../../support/archive/digest-of.js';
import { objectOf } from '../../../../support/archive/object-of.js';
import { collected } from '../../../../support/collected.js';
import { checkedLines } from '../../../../support/command-line/json-schema.js';
import { runVerb, type VerbRun, type VerbSurroundings } from '../../../../support/command-line/run-verb.js';
import { sha256Of } from '../../../../support/sha256.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const MAPS: PlainGroup = {
  versions: [
    { files: { 'mets.xml': '<mets/>', 'objects/Mühle.txt': 'mill', 'objects/half/50%.txt': 'half' } },
    { files: { 'mets.xml': '<mets2/>', 'objects/Mühle.txt': 'the mill', 'objects/half/50%.txt': 'half' } },
  ],
};
const OF_SHA512: PlainGroup = {
  versions: [{ files: { 'a.txt': { bytes: 'one', digest: digestOf('sha512', 'one') } } }],
};

const maps = (): Archive => archiveOf({ groups: { 'maps/north': MAPS, 'maps/south': OF_SHA512 } });

/** The archive, with other bytes of one file of the object; null where it cannot find them. */
const withFile = (path: string, text: string | null): Archive => ({
  ...maps(),
  openObjectFile: (group, version, file, from) => {
    if (file.stored !== path) return maps().openObjectFile(group, version, file, from);
    if (text === null) return Promise.reject(new ArchiveFault('damaged', 'Gone.'));
    return Promise.resolve(Readable.from([Buffer.from(text)]));
  },
});

describe('restore as an OCFL object', () => {
  const folder = temporaryFolder();
  const place = (): string => join(folder(), 'object');
  const run = (words: readonly string[], around: VerbSurroundings = {}): Promise<VerbRun> =>
    runVerb(restore, words, { archive: maps(), ...around });
  const restored = (around: VerbSurroundings = {}): Promise<VerbRun> =>
    run(['maps/north', '--as', 'ocfl', '--to', place()], around);
  const pathsIn = async (): Promise<string[]> =>
    (await collected(folderObject(place()).entries())).map(({ path }) => path).sort();

  const errorsIn = async (): Promise<Finding[]> =>
    (await examineObject(folderObject(place()))).findings.filter(isError);

  it('writes every file of it as it is stored', async () => {
    const { out, code, summary } = await restored();
    expect(out).to.match(
      new RegExp(
        `^Restored maps/north@v2 to ${place()}, an OCFL object: 2 versions, 12 stored files, [\\d.]+ kB, compared\\.\n$`,
      ),
    );
    expect(code).to.equal(0);
    checkedLines('restore', `${JSON.stringify({ type: 'summary', ok: true, ...summary })}\n`);
    const stored = objectOf('maps/north', MAPS.versions, 2);
    expect(await pathsIn()).to.deep.equal([...stored.keys()].sort());
    for (const [path, text] of stored) expect(readFileSync(join(place(), path), 'utf8'), path).to.equal(text);
  });

  it('is valid, also by another digest algorithm', async () => {
    for (const group of ['maps/north', 'maps/south']) {
      await run([group, '--as', 'ocfl', '--to', place()]);
      expect(await errorsIn()).to.deep.equal([]);
      const { unnamed } = await examineObject(folderObject(place()));
      expect(unnamed).to.deep.equal([]);
      rmSync(place(), { recursive: true });
    }
  });

  it('takes the newest version by its number, and no other', async () => {
    expect((await run(['maps/north@v2', '--as', 'ocfl', '--to', place()])).code).to.equal(0);
    const { fault } = await run(['maps/north@v1', '--as', 'ocfl', '--to', join(folder(), 'other')]);
    expect(fault?.message).to.equal('An OCFL object has all versions, here up to v2: leave out @v1.');
    expect(fault?.about).to.include({ exit: 2, next: `muniment restore maps/north --as ocfl --to ${folder()}/other` });
  });

  it('is written wholly, to a folder', async () => {
    const below = await run(['maps/north/half', '--as', 'ocfl', '--to', place()]);
    expect(below.fault?.message).to.equal('--as ocfl writes the whole object, not only half.');
    for (const words of [['--path', '*.txt'], ['--stored'], ['--original-names'], ['--rename-collisions']]) {
      const { fault } = await run(['maps/north', '--as', 'ocfl', '--to', place(), ...words]);
      expect(fault?.message, words[0]).to.equal(
        'An OCFL object is wholly as it is stored: leave out --path, --stored, --original-names and --rename-collisions.',
      );
      expect(fault?.about.exit).to.equal(2);
    }
    const piped = await run(['maps/north', '--as', 'ocfl', '--to', '-']);
    expect(piped.fault?.message).to.equal('Only a zip or a tar can go to standard output.');
  });

  it('says what it would write', async () => {
    const { out, err } = await run(['maps/north', '--as', 'ocfl', '--to', place(), '--dry-run']);
    expect(out.split('\n')).to.include.members(['inventory.json', 'v1/content/objects/half/50%.txt']);
    expect(err).to.match(/^Would restore maps\/north@v2 to .*, an OCFL object: 2 versions, 12 stored files, /);
  });

  it('ends at a damaged file, and is continued', async () => {
    const path = 'v2/content/objects/Mühle.txt';
    const { fault } = await restored({ archive: withFile(path, 'the MILL') });
    expect(fault?.message).to.match(
      new RegExp(
        `^DAMAGED: maps/north@v2, ${path}\\. Expected ${sha256Of('the mill')}, found ${sha256Of('the MILL')}\\.`,
      ),
    );
    const { err, code } = await restored();
    expect(err).to.match(/^Continuing: \d+ of 12 files are there and were compared\.\n$/);
    expect(code).to.equal(0);
    expect(await errorsIn()).to.deep.equal([]);
  });

  it('compares again what an earlier run has written', async () => {
    await restored({ archive: withFile('v2/inventory.json', null) });
    truncateSync(join(place(), 'inventory.json'), 10);
    expect((await restored()).code).to.equal(0);
    expect(await errorsIn()).to.deep.equal([]);
  });

  it('does not begin where the inventory is not the one that its sidecar has, or another one', async () => {
    const stored = objectOf('maps/north', MAPS.versions, 2);
    const inventory = stored.get('inventory.json') ?? '';
    const changed = inventory.replace('"ada"', '"eve"');
    const sentences = [
      [
        withFile('inventory.json', changed),
        `maps/north@v2, inventory.json. Expected ${sha256Of(inventory)}, found ${sha256Of(changed)}.`,
      ],
      [
        withFile('inventory.json', null),
        `maps/north@v2, inventory.json. Expected ${sha256Of(inventory)}, found no such file.`,
      ],
      [
        withFile('inventory.json.sha256', 'no sidecar'),
        'the OCFL object of maps/north@v2: inventory.json.sha256 is not a sidecar.',
      ],
      [
        withFile('v1/inventory.json.sha256', null),
        'the OCFL object of maps/north@v2: v1/inventory.json.sha256 is not there.',
      ],
    ] as const;
    for (const [archive, sentence] of sentences) {
      const { fault } = await restored({ archive });
      expect(fault?.message).to.equal(`DAMAGED: ${sentence}`);
      expect(fault?.about).to.include({ code: 'damaged', next: 'muniment audit maps/north' });
    }
    const other: Archive = {
      ...maps(),
      openObjectFile: (_, version, ...rest) =>
        archiveOf({ groups: { other: MAPS } }).openObjectFile('other', version, ...rest),
    };
    const { fault } = await restored({ archive: other });
    expect(fault?.message).to.equal(
      'DAMAGED: the OCFL object of maps/north@v2: inventory.json is not that of version 2 of maps/north.',
    );
  });
});
