import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { LIMITS } from '../../../formats/text/limits.js';
import { TOOL_NAMES } from '../../../formats/tools/tool-names.js';
import { readToolOutputs } from '../../../formats/tools/read-tool-outputs.js';
import type { ToolProblem } from '../../../formats/tools/tool-readings.js';
import { readWorkspace, workspace } from './sources.js';

const MANIFEST = 'manifest-sha256.txt';
const FORMATS = 'metadata/formatid/formatid.csv';
const REPORT = 'metadata/batchreport/report.html';
const REPORT_FORMATS = 'metadata/batchreport/formatid.csv';
const LOG = 'metadata/batchreport/logs/viruscheck-log.txt';
const DEFINITION = 'metadata/virus-definition/virus-definition.txt';
const EXIF = 'metadata/exif/exif_output.txt';
const HEX = 'ab'.repeat(32);
const TABLE = `filename,sha256,id\nobjects/a,${HEX},fmt/1\n`;

/** Each of them tells of objects/a. */
const SOUND = {
  [MANIFEST]: `${HEX}  data/objects/a\n`,
  [FORMATS]: TABLE,
  [REPORT]: '<html></html>',
  [REPORT_FORMATS]: TABLE,
  [LOG]: '----------- SCAN SUMMARY -----------\n',
  [DEFINITION]: 'ClamAV',
  [EXIF]: '======== objects/a\nA : 1\n',
};
const ALL = ['BagIt', 'FormatIdTool', 'BatchReportTool', 'VirusScanTool', 'MetadataExtractTool'];
const without = (...sources: readonly string[]): string[] => ALL.filter((source) => !sources.includes(source));

const said = async (
  files: Parameters<typeof readWorkspace>[0],
): Promise<{ sources: string[] | undefined; warnings: (readonly [string, ToolProblem])[] }> => {
  const { entries, warnings } = await readWorkspace({ ...SOUND, ...files });
  return {
    sources: entries.get('objects/a')?.map(({ source }) => source),
    warnings: warnings.map(({ path, problem }) => [path, problem] as const),
  };
};

describe('an output that cannot be read', () => {
  it('is missed by nobody where all are sound', async () =>
    expect(await said({})).to.deep.equal({ sources: ALL, warnings: [] }));

  for (const [path, left] of [
    [MANIFEST, without('BagIt')],
    [FORMATS, without('FormatIdTool')],
    [REPORT, ALL],
    [REPORT_FORMATS, without('BatchReportTool', 'VirusScanTool')],
    [LOG, without('VirusScanTool')],
    [DEFINITION, ALL],
    [EXIF, without('MetadataExtractTool')],
  ] as const) {
    it(`takes no other along: ${path}`, async () => {
      const fails = new Error('connection reset');
      expect(await said({ [path]: { fails } })).to.deep.equal({ sources: left, warnings: [[path, 'unreadable']] });
      const { warnings } = await readWorkspace({ ...SOUND, [path]: { fails } });
      expect(warnings[0]?.cause).to.equal(fails);
    });

    for (const [what, content] of [
      ['is empty', ''],
      ['is binary junk', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(200_000)])],
      ['is one line without end', 'x'.repeat(2_000_000)],
      ['is nothing but quotes', '"'.repeat(200_000)],
    ] as const) {
      it(`does not either when it ${what}: ${path}`, async () => {
        const { sources, warnings } = await said({ [path]: content });
        const isText = path === REPORT || path === DEFINITION;
        expect(sources).to.include.members(left);
        if (!isText) expect(new Set(warnings.map(([where]) => where))).to.deep.equal(new Set([path]));
      });
    }
  }

  it('that breaks off gives nothing at all, since half of it could say another thing', async () => {
    const files = workspace({ ...SOUND });
    const open = async function* (path: string): AsyncGenerator<Uint8Array> {
      yield* files.open(path);
      if (path === FORMATS) throw new Error('connection reset');
    };
    const { entries, warnings } = await readToolOutputs({ files: files.files, open });
    expect(entries.get('objects/a')?.map(({ source }) => source)).to.deep.equal(without('FormatIdTool'));
    expect(warnings.map(({ path, problem }) => [path, problem])).to.deep.equal([[FORMATS, 'unreadable']]);
  });
});

describe('an output without end', () => {
  const megabyte = Buffer.alloc(1 << 20, 'x');

  it('is not held: a line of 256 megabytes costs less than half as much memory, and what comes after it is read', async () => {
    const open = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('======== objects/a\nLong : ');
      for (let sent = 0; sent < 256; sent++) yield await Promise.resolve(megabyte);
      yield Buffer.from('\nA : 1\n');
    };
    const before = process.memoryUsage.rss();
    const { entries, warnings } = await readToolOutputs({ files: [{ path: EXIF, size: 0, modified: null }], open });
    expect(process.memoryUsage.rss() - before).to.be.below(128 << 20);
    expect(warnings).to.deep.equal([{ path: EXIF, problem: 'in-part', leftOut: 1 }]);
    expect(entries.get('objects/a')?.[0]).to.deep.include({ tags: [{ tagName: 'A', tagValue: '1' }] });
  });

  const BYTES = 3 << 20;
  const limits = { ...LIMITS, bytes: BYTES, files: 1000, tags: 5000, distinctTags: 2000 };
  for (const [path, what, line, most] of [
    [EXIF, 'bytes', () => megabyte.toString(), 0],
    [MANIFEST, 'files', (index: number) => `${HEX} data/${index}\n`, 1000],
    [FORMATS, 'files', (index: number) => `${index === 0 ? 'filename,id\n' : ''}objects/${index},fmt/1\n`, 1000],
    ['metadata/formatid/a.yml', 'files', (index: number) => `---\nfilename: ${index}\nmatches:\n- id: 1\n`, 1000],
    [EXIF, 'files', (index: number) => `======== objects/${index}\n`, 1000],
    [EXIF, 'tags', (index: number) => (index === 0 ? '======== objects/a\n' : 'A:1\n'), 1],
    [EXIF, 'tags of its own', (index: number) => (index === 0 ? '======== objects/a\n' : `A:${index}\n`), 1],
  ] as const) {
    it(`is not read beyond so many ${what}: ${path}`, async () => {
      let sent = 0;
      const open = async function* (): AsyncGenerator<Uint8Array> {
        for (; sent < 2 * BYTES; sent += 1) yield await Promise.resolve(Buffer.from(line(sent)));
      };
      const { entries, warnings } = await readToolOutputs(
        { files: [{ path, size: 0, modified: null }], open },
        TOOL_NAMES,
        limits,
      );
      expect(entries.size).to.equal(most);
      expect(warnings.map(({ problem }) => problem)).to.include(most === 0 ? 'not-understood' : 'too-long');
      expect(sent).to.be.below(10_000);
    });
  }
});

describe('a document about a file', () => {
  it('has up to three headed sections, and what the tools say as text', async () => {
    const tag = '<script>alert("1 & 2")</script>';
    const { documentsOf } = await readWorkspace({
      ...SOUND,
      [REPORT_FORMATS]: `${TABLE}"objects/<b>",,\n`,
      [LOG]: `objects/a: Eicar FOUND\n${SOUND[LOG]}`,
      [EXIF]: `======== objects/a\nTag : ${tag}\n`,
    });
    const [document] = documentsOf('objects/a');
    const headings = [...(document?.content ?? '').matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);
    expect(headings).to.deep.equal(['File format', 'Viruses', 'Exif']);
    expect(document?.content).to.include('Eicar FOUND').and.include('&lt;script&gt;alert(&quot;1 &amp; 2&quot;)');
    expect(document?.content).to.not.include('<script>');
    expect(documentsOf('objects/<b>')[0]?.content)
      .to.include('<h1>objects/&lt;b&gt;</h1>')
      .and.include('No virus found');
  });

  it('is there for files that the batch report lists only', async () => {
    const { documentsOf } = await readWorkspace({ ...SOUND, [EXIF]: '======== objects/other\nA : 1\n' });
    expect(documentsOf('objects/other')).to.deep.equal([]);
    expect(documentsOf(REPORT)[0]?.content).to.equal('<html></html>');
  });
});
