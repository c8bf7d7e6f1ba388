import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { ToolReadings } from '../../../formats/tools/tool-readings.js';
import { needsSharedData } from '../../support/shared-data.js';
import { readWorkspace, STORED } from './sources.js';

const EXIF = 'metadata/exif/exif_output.txt';
const tagsOf = async (content: string): Promise<Record<string, unknown>> => {
  const { entries } = await readWorkspace({ [EXIF]: content });
  const said = [...entries].map(([path, [entry]]): [string, unknown] => [
    path,
    entry?.type === 'ExifMetadata' ? entry.tags.map(({ tagName, tagValue }) => [tagName, tagValue]) : entry,
  ]);
  return Object.fromEntries(said);
};

describe('the output of the metadata extraction tool', () => {
  it('gives the tags of each file in their order, repeated ones too', async () =>
    expect(
      await tagsOf(
        '======== /x/objects/a.mp4\nFile Name    : a.mp4\nTrack/Width  : 1\r\nTrack/Width  :  2: 3 \n======== /x/objects/b\nSize : 4\n    1 directories scanned\n    2 image files read\nSize : 5\n',
      ),
    ).to.deep.equal({
      'objects/a.mp4': [
        ['FileName', 'a.mp4'],
        ['TrackWidth', '1'],
        ['TrackWidth', '2: 3'],
      ],
      'objects/b': [['Size', '4']],
    }));

  it('is of the same files whether their paths begin with a slash or not', async () => {
    const printed = '======== /objects/a.mp4\nSize : 1\n======== /objects/b/objects/c\nSize : 2\n';
    const expected = { 'objects/a.mp4': [['Size', '1']], 'objects/b/objects/c': [['Size', '2']] };
    expect(await tagsOf(printed)).to.deep.equal(expected);
    expect(await tagsOf(printed.replaceAll(' /', ' '))).to.deep.equal(expected);
  });

  it('may have lines that are no tags, and end without a footer', async () =>
    expect(
      await tagsOf('======== objects/a\nno tag at all\n: no name\nA b : 1\n\n    3 files could not be read'),
    ).to.deep.equal({ 'objects/a': [['Ab', '1']] }));

  it('may have tags that look like a heading or a footer', async () =>
    expect(
      await tagsOf('======== objects/a\nComment : ======== x\nNote : 2 directories scanned\nB : 1\n'),
    ).to.deep.equal({
      'objects/a': [
        ['Comment', '======== x'],
        ['Note', '2 directories scanned'],
        ['B', '1'],
      ],
    }));

  it('of a run over a single file names no file, and nobody can tell whose it is', async () => {
    const { entries, warnings } = await readWorkspace({ [EXIF]: 'File Name : a\nDirectory : objects\n' });
    expect(entries.size).to.equal(0);
    expect(warnings).to.deep.equal([{ path: EXIF, problem: 'not-understood' }]);
  });

  it('is read as a real run wrote it', async function () {
    const content = readFileSync(needsSharedData(this, 'tool-outputs', 'exif_output.txt'), 'utf8');
    const { 'objects/testfile.txt': tags } = await tagsOf(content);
    expect(tags).to.have.length(15);
    expect(tags).to.deep.include(['FileModificationDateTime', '2026:02:13 11:28:14+00:00']);
    expect(tags).to.deep.include(['MIMEType', 'text/plain']);
  });
});

const HEX = 'ABCDEF0123456789'.repeat(4);
const digestsOf = async (
  manifest: string,
  files: readonly string[] = ['data/objects/x'],
): Promise<Record<string, unknown>> => {
  const { entries } = await readWorkspace({
    ...Object.fromEntries(files.map((path) => [path, ''])),
    'manifest-sha256.txt': manifest,
  });
  return Object.fromEntries(
    [...entries].map(([path, said]) => [path, said.map((each) => 'digest' in each && each.digest)]),
  );
};

describe('the manifest of a bag', () => {
  it('gives digests in lower case, as of when it was stored', async () => {
    const { entries } = await readWorkspace({ 'data/a': '', 'manifest-sha256.txt': `${HEX}  data/a\n` });
    const digest = { type: 'DigestMetadata', source: 'BagIt', timestamp: STORED, digest: HEX.toLowerCase() };
    expect([...entries]).to.deep.equal([['a', [digest]]]);
  });

  it('may have spaces, stars and escapes in its paths', async () =>
    expect(
      Object.keys(
        await digestsOf(
          [
            `${HEX}  data/a  b #1 💜.txt`,
            `${HEX} *data/star`,
            `${HEX}\tdata/tab`,
            `${HEX}  data/line%0Aend%0d%25 100%41`,
            `${HEX}  ./data/dot`,
            `${HEX}  data/trailing `,
          ].join('\r\n'),
          ['data/line\nend\r% 100%41'],
        ),
      ),
    ).to.deep.equal(['a  b #1 💜.txt', 'star', 'tab', 'line\nend\r% 100%41', 'dot', 'trailing ']));

  it('gives both digests where it has two for a file, and one where it repeats it', async () => {
    const other = HEX.replace('A', 'B');
    const lines = [`${HEX} data/a`, `${HEX} data/a`, `${other} data/a`, `${HEX.replace('A', 'C')} data/a`];
    expect(await digestsOf(lines.join('\n'))).to.deep.equal({ a: [HEX.toLowerCase(), other.toLowerCase()] });
  });

  it('keeps the folders of a bag whose files are all in one', async () =>
    expect(Object.keys(await digestsOf(`${HEX} data/letters/1911/a`))).to.deep.equal(['letters/1911/a']));

  it('without data/ in its paths is aligned like the output of any tool', async () =>
    expect(Object.keys(await digestsOf(`${HEX} /x/objects/a\n${HEX} /x/objects/b`))).to.deep.equal([
      'objects/a',
      'objects/b',
    ]));

  it('is in the encoding that the bag declares', async () => {
    const read = (declaration: string): Promise<ToolReadings> =>
      readWorkspace({
        'data/x': '',
        'bagit.txt': declaration,
        'manifest-sha256.txt': Buffer.from(`${HEX} data/ü\n`, 'latin1'),
      });
    const declared = 'BagIt-Version: 0.97\r\nTag-File-Character-Encoding: ISO-8859-1\r\n';
    expect([...(await read(declared)).entries.keys()]).to.deep.equal(['ü']);
    const unknown = await read('Tag-File-Character-Encoding: KLINGON\n');
    expect([...unknown.entries.keys()]).to.deep.equal(['\ufffd']);
  });

  it('is read but for lines that are none', async () => {
    const { entries, warnings } = await readWorkspace({
      'manifest-sha256.txt': `junk\n${HEX}\n\n${HEX} data/a\nab data/b`,
    });
    expect([...entries.keys()]).to.deep.equal(['a']);
    expect(warnings).to.deep.equal([{ path: 'manifest-sha256.txt', problem: 'in-part', leftOut: 3 }]);
  });

  for (const [folder, digests] of [
    ['v0.97/invalid/same-filename-listed-twice-with-different-hashes', 2],
    ['v0.97/warning/same-filename-listed-twice-with-the-same-hash', 1],
    ['v1.0/invalid/same-filename-listed-twice-with-different-hashes', 2],
    ['v1.0/invalid/bagit-with-invalid-whitespace', 1],
  ] as const) {
    it(`of ${folder} gives ${digests} for a file`, async function () {
      const path = needsSharedData(this, 'bagit-suite', ...folder.split('/'), 'manifest-sha256.txt');
      const said = Object.values(await digestsOf(readFileSync(path, 'utf8')));
      expect(said).to.have.length(1);
      expect(said[0]).to.have.length(digests);
    });
  }
});
