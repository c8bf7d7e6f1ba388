import { expect } from 'chai';
import { csvReports } from '../../../../formats/tools/report/csv-reports.js';
import { reportPage } from '../../../../formats/tools/report/report-page.js';
import { MOST_NAMED, reportStatistics } from '../../../../formats/tools/report/statistics.js';
import type { FileFindings } from '../../../../formats/tools/findings/file-findings.js';
import { all, DIGEST, found, MODIFIED, TEXT, textOf } from './findings.js';

const provenance = {
  writer: 'Muniment 0.1.0',
  identifier: { version: '1.11.9', signature: 'default.sig', created: '2026-01-01', identifiers: [] },
  scanner: { definition: 'ClamAV 1.4.3/1/now', engine: '1.4.3', knownViruses: 7, signaturesMade: null },
  extractor: '12.57',
  begun: new Date(0),
  ended: new Date(1),
};

const pageOf = async (...files: readonly FileFindings[]): Promise<string> =>
  textOf(reportPage(await reportStatistics(all(...files)), provenance));

const unidentified = (path: string): FileFindings => {
  const each = found(path);
  const unknown = { ...TEXT, id: 'UNKNOWN', format: '', mime: '', warning: 'no match' };
  return { ...each, identified: { ...each.identified!, sha256: path.padEnd(64, '0'), matches: [unknown] } };
};

describe('the report of a pipeline run', () => {
  it('names infected files, files that were not scanned, unidentified ones and duplicates', async () => {
    const page = await pageOf(
      found('objects/a.txt'),
      found('objects/b.txt', { result: 'infected', signature: 'Eicar-Test-Signature' }),
      found('objects/c.txt', { result: 'unread', reason: 'encrypted' }),
      unidentified('objects/d.bin'),
    );
    expect(page).to.include('A virus was found in 1 file.').and.include('Not scanned, or not to the end: 1 file.');
    expect(page).to.include('<dt>Not scanned for viruses</dt><dd>1</dd>');
    for (const text of ['Eicar-Test-Signature', 'encrypted', 'objects/d.bin', `3 files with SHA-256 <code>${DIGEST}`])
      expect(page).to.include(text);
  });

  it('is HTML that no name can break out of, and loads nothing', async () => {
    const page = await pageOf(unidentified('objects/<script>alert("1")</script>&\'.txt'));
    expect(page).to.not.include('<script');
    expect(page).to.include('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;');
    expect(page).to.not.match(/(?:src|href)="(?!#)/);
  });

  it('names a thousand files of a kind, and says where the others are', async () => {
    const files = Array.from({ length: MOST_NAMED + 5 }, (_, index) => unidentified(`objects/${index}`));
    const page = await pageOf(...files);
    expect(page).to.include('And 5 more: see <code>csv_reports/unidentified.csv</code>');
  });

  it('has the tables of the batch report tool, and none without a record', async () => {
    const findings = all(found('objects/a,"b.txt'), found('objects/c.txt'));
    const reports = csvReports(await reportStatistics(findings), findings);
    const texts = await Promise.all(reports.map(async ({ name, lines }) => [name, await textOf(lines())] as const));
    expect(Object.fromEntries(texts)).to.deep.equal({
      'formats.csv': 'Format,ID,Count\nPlain Text File,x-fmt/111,2\n',
      'formatVersions.csv': 'Format,ID,Version,Count\nPlain Text File,x-fmt/111,,2\n',
      'mimetypes.csv': 'MIME type,Count\ntext/plain,2\n',
      'years.csv': `Year Last Modified,Count\n${MODIFIED.slice(0, 4)},2\n`,
      'duplicates.csv': `Filename,Filesize,SHA-256\n"objects/a,""b.txt",5,${DIGEST}\nobjects/c.txt,5,${DIGEST}\n`,
    });
  });
});
