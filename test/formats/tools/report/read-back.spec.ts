import { expect } from 'chai';
import fc from 'fast-check';
import type { FileFindings } from '../../../../formats/tools/findings/file-findings.js';
import { exifLines } from '../../../../formats/tools/report/exif-lines.js';
import { formatRecords } from '../../../../formats/tools/report/format-records.js';
import { virusLogLines } from '../../../../formats/tools/report/virus-log-lines.js';
import type { ToolReadings } from '../../../../formats/tools/tool-readings.js';
import { SEED } from '../../../support/random/seed.js';
import { readWorkspace } from '../sources.js';
import { all, found, TEXT, textOf } from './findings.js';
import { atDepth } from '../../../support/random/depth.js';

const scanner = { definition: 'ClamAV 1.4.3/1/now', engine: '1.4.3', knownViruses: 7, signaturesMade: null };
const scan = { scanner, begun: new Date('2026-11-24T01:02:03.456Z'), ended: new Date('2026-11-24T01:03:04.567Z') };

/** Reads the outputs for these files as a deposit is read that has them. */
const readBack = async (files: readonly FileFindings[]): Promise<ToolReadings> => {
  const findings = all(...files);
  return readWorkspace({
    ...Object.fromEntries(files.map(({ path }) => [path, 'bytes'])),
    'metadata/batchreport/report.html': '<html/>',
    'metadata/batchreport/formatid.csv': await textOf(formatRecords(findings)),
    'metadata/batchreport/logs/viruscheck-log.txt': await textOf(virusLogLines(findings, scan)),
    'metadata/virus-definition/virus-definition.txt': `${scanner.definition}\n`,
    'metadata/exif/exif_output.txt': await textOf(exifLines(findings)),
  });
};

const scansOf = ({ entries }: ToolReadings, path: string): readonly object[] =>
  (entries.get(path) ?? []).filter(({ type }) => type === 'VirusScanMetadata');

/** Any name of a file in a deposit. */
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\\', '%', '%0A', '%0D', '%25', ' ', ': '), minLength: 1 }),
  )
  .filter((text) => !/[/\0]|^\.{1,2}$/.test(text) && text.isWellFormed());

describe('the outputs of a pipeline run, read back from the deposit', () => {
  it('give the format, the scan and the tags of each file', async () => {
    const files = [found('objects/a.txt'), found('objects/sub/b: c.txt')];
    const read = await readBack(files);
    expect(read.warnings).to.deep.equal([]);
    for (const { path } of files) {
      const entries = (read.entries.get(path) ?? []).map(({ type, source }) => [type, source]);
      expect(entries, path).to.have.deep.members([
        ['FileFormatMetadata', 'BatchReportTool'],
        ['VirusScanMetadata', 'VirusScanTool'],
        ['ExifMetadata', 'MetadataExtractTool'],
      ]);
    }
    expect(read.entries.get('objects/a.txt')?.[0]).to.deep.include({
      pronomKey: 'x-fmt/111',
      formatName: 'Plain Text File',
      contentType: 'text/plain',
      size: 5,
    });
    expect(scansOf(read, 'objects/a.txt')).to.deep.equal([
      {
        type: 'VirusScanMetadata',
        source: 'VirusScanTool',
        timestamp: new Date('2026-11-24T01:02:03Z'),
        hasVirus: false,
        virusFound: '',
        virusDefinition: scanner.definition,
      },
    ]);
  });

  it('call nobody clean who was not scanned to the end', async () => {
    const read = await readBack([
      found('objects/clean.txt'),
      found('objects/bad: name.txt', { result: 'infected', signature: 'Eicar-Test-Signature' }),
      found('objects/locked.zip', { result: 'unread', reason: 'encrypted: cannot be opened' }),
    ]);
    expect(scansOf(read, 'objects/clean.txt')[0]).to.include({ hasVirus: false });
    expect(scansOf(read, 'objects/bad: name.txt')[0]).to.include({
      hasVirus: true,
      virusFound: ' Eicar-Test-Signature FOUND',
    });
    expect(scansOf(read, 'objects/locked.zip')).to.deep.equal([]);
  });

  for (const odd of ['two\nlines.txt', 'two\r\nlines\r', 'back\\slash.txt', '100%.txt', 'two%0Alines.txt', 'a%250Ab'])
    it(`give the format, the scan and the tags of a file called ${JSON.stringify(odd)}, and of the others`, async () => {
      const names = [odd, 'two lines.txt', 'back/slash.txt', 'clean.txt'];
      for (const bad of names) {
        const files = names.map((each) =>
          found(
            `objects/${each}`,
            each === bad ? { result: 'infected', signature: 'Eicar-Test-Signature' } : { result: 'clean' },
          ),
        );
        const read = await readBack(files);
        expect(read.warnings).to.deep.equal([]);
        for (const { path } of files) {
          const types = (read.entries.get(path) ?? []).map(({ type }) => type);
          expect(types, path).to.have.members(['FileFormatMetadata', 'VirusScanMetadata', 'ExifMetadata']);
          expect(scansOf(read, path)[0], path).to.include({ hasVirus: path === `objects/${bad}` });
        }
      }
    });

  it('give no scan of a file with a line break that was not scanned to the end', async () => {
    const path = 'objects/two\nlines.zip';
    const read = await readBack([
      found('objects/clean.txt'),
      found(path, { result: 'unread', reason: 'is encrypted' }),
    ]);
    expect(scansOf(read, 'objects/clean.txt')[0]).to.include({ hasVirus: false });
    expect(scansOf(read, path)).to.deep.equal([]);
  });

  it('give no format to a file with several', async () => {
    const one = found('objects/a.txt');
    const two = { ...one, identified: { ...one.identified!, matches: [TEXT, { ...TEXT, id: 'fmt/1' }] } };
    const read = await readBack([two, found('objects/b.txt')]);
    const formats = (path: string): number =>
      (read.entries.get(path) ?? []).filter(({ type }) => type === 'FileFormatMetadata').length;
    expect([formats('objects/a.txt'), formats('objects/b.txt')]).to.deep.equal([0, 1]);
  });

  it('name each file below a slash, where readers of the original system cut the path (companion 9.6)', async () => {
    const printed = await textOf(exifLines(all(found('objects/a.txt'), found('objects/sub/b.txt'))));
    expect(printed.match(/^=+ .*/gm)).to.deep.equal(['======== /objects/a.txt', '======== /objects/sub/b.txt']);
  });

  it('hold a single file as well as many', async () => {
    const read = await readBack([found('objects/only.txt')]);
    expect(read.entries.get('objects/only.txt')).to.have.length(3);
  });

  it(`are the same for any names (MUNIMENT_TEST_SEED=${SEED})`, () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
        fc.func(fc.boolean()),
        async (names, isInfected) => {
          const files = names.map((each) =>
            found(`objects/${each}`, isInfected(each) ? { result: 'infected', signature: 'Sig' } : { result: 'clean' }),
          );
          const read = await readBack(files);
          for (const { path, scanned } of files) {
            const [entry] = scansOf(read, path) as { hasVirus: boolean }[];
            // A name that the log cannot hold exactly may lose its result, but never gets a wrong one.
            if (entry !== undefined) expect(entry.hasVirus, path).to.equal(scanned?.result === 'infected');
            if (scanned?.result === 'infected' && entry === undefined)
              expect(
                files.every((other) =>
                  scansOf(read, other.path).every((each) => (each as { hasVirus: boolean }).hasVirus),
                ),
              ).to.equal(true);
          }
        },
      ),
      { seed: SEED, numRuns: atDepth(200) },
    ));
});
