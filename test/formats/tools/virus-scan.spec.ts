import { expect } from 'chai';
import type { MetadataEntry } from '../../../formats/metadata/entries.js';
import type { ToolReadings } from '../../../formats/tools/tool-readings.js';
import { readWorkspace } from './sources.js';

const BATCH = 'metadata/batchreport';
const HEADER = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning';
const table = (...paths: readonly string[]): string =>
  [HEADER, ...paths.map((path) => `"${path}",,,,,pronom,UNKNOWN,,,,,,`)].join('\n');
const log = (hits: string, dates = '\nDate scanned: 2025-05-19 08:58:15.671696'): string =>
  `\n${hits}\n----------- SCAN SUMMARY -----------\nKnown viruses: 8706378\nEngine version: 1.0.8\nInfected files: 1\nData read: 93.34 MB (ratio 1.07:1)${dates}`;

const scanning = (
  { hits, listed, ...more }: { hits: string; listed?: readonly string[] } & Record<string, string | readonly string[]>,
  whole = log(hits),
): Promise<ToolReadings> =>
  readWorkspace({
    [`${BATCH}/report.html`]: '<html></html>',
    ...(listed === undefined ? {} : { [`${BATCH}/formatid.csv`]: table(...listed) }),
    [`${BATCH}/logs/viruscheck-log.txt`]: whole,
    ...(more as Record<string, string>),
  });

const scanOf = ({ entries }: ToolReadings, path: string): MetadataEntry | undefined =>
  entries.get(path)?.find(({ type }) => type === 'VirusScanMetadata');

const scanned = new Date('2025-05-19T08:58:15Z');
const clean = {
  type: 'VirusScanMetadata',
  source: 'VirusScanTool',
  timestamp: scanned,
  hasVirus: false,
  virusFound: '',
  virusDefinition: 'ClamAV  1.0.8 Known viruses  8706378 ',
};

describe('the log of a virus scan', () => {
  it('has the words of the scanner for an infected file, with the space before them, and vouches for the others', async () => {
    const hits = '/x/objects/bad.txt: Win.Test.EICAR_HDB-1 FOUND';
    const readings = await scanning({ hits, listed: ['/x/objects/bad.txt', '/x/objects/good.txt'] });
    const infected = { ...clean, hasVirus: true, virusFound: ' Win.Test.EICAR_HDB-1 FOUND' };
    expect(scanOf(readings, 'objects/bad.txt')).to.deep.equal(infected);
    expect(scanOf(readings, 'objects/good.txt')).to.deep.equal(clean);
    expect(readings.warnings).to.deep.equal([]);
  });

  it('may speak of files with a colon in their path', async () => {
    const readings = await scanning({ hits: '/x/objects/a: b: c.txt: Eicar FOUND', listed: [] });
    expect(scanOf(readings, 'objects/a: b: c.txt')).to.include({ hasVirus: true, virusFound: ' Eicar FOUND' });
  });

  it('tells of infected files without the table too, and of no clean ones', async () => {
    const { entries } = await scanning({ hits: '/x/objects/bad: Eicar FOUND' });
    expect([...entries.keys()]).to.deep.equal(['objects/bad']);
  });

  it('knows a listed file as infected whichever folder either tool began in', async () => {
    const readings = await scanning({ hits: 'bad: Eicar FOUND', listed: ['/x/objects/bad', '/x/objects/bad.txt'] });
    expect(scanOf(readings, 'objects/bad')).to.equal(undefined);
    expect(scanOf(readings, 'objects/bad.txt')).to.deep.equal(clean);
  });

  it('does not vouch for a file that could not be scanned', async () => {
    const hits = "/x/objects/a: Can't open file ERROR\n/x/objects/b: OK\nLibClamAV Warning: old";
    const readings = await scanning({ hits, listed: ['/x/objects/a', '/x/objects/b'] });
    expect(scanOf(readings, 'objects/a')).to.equal(undefined);
    expect(scanOf(readings, 'objects/b')).to.deep.equal(clean);
  });

  it('of a scan that did not come to its end has no hits and vouches for nothing', async () => {
    const readings = await scanning({ hits: '', listed: ['objects/a'] }, '\nobjects/b: Eicar FOUND\n');
    expect([...readings.entries.values()].flat().filter(({ type }) => type === 'VirusScanMetadata')).to.deep.equal([]);
    expect(readings.warnings).to.deep.equal([{ path: `${BATCH}/logs/viruscheck-log.txt`, problem: 'scan-unfinished' }]);
  });

  for (const [dates, timestamp] of [
    [
      '\nStart Date: 2025:05:19 08:00:00\nEnd Date:   2025:05:19 09:00:00\nDate scanned: 2025-05-19 08:58:15.6',
      scanned,
    ],
    ['\nEnd Date:   2025:05:19 09:00:00\nStart Date: 2025:05:19 08:00:00', new Date('2025-05-19T08:00:00Z')],
    ['\r\nEnd Date:   2025:05:19 09:00:00', new Date('2025-05-19T09:00:00Z')],
    // when it was stored, to the second
    ['\nDate scanned: yesterday\nStart Date: 2025:99:19 08:00:00', new Date('2026-01-02T03:04:05Z')],
  ] as const) {
    it(`was made at ${timestamp.toISOString()}, by${dates.replaceAll(/\s+/g, ' ')}`, async () => {
      const hits = 'objects/a: X FOUND';
      const found = scanOf(await scanning({ hits }, log(hits, dates)), 'objects/a');
      expect(found?.timestamp).to.deep.equal(timestamp);
    });
  }

  it('takes the definition from its own file, trimmed, unless that says nothing', async () => {
    const place = 'metadata/virus-definition/virus-definition.txt';
    const definition = 'ClamAV 1.4.3/27886/Tue Jan 20 07:24:12 2026';
    const hits = 'objects/a: X FOUND';
    expect(scanOf(await scanning({ hits, [place]: `${definition}\n` }), 'objects/a')).to.include({
      virusDefinition: definition,
    });
    expect(scanOf(await scanning({ hits, [place]: '\n' }), 'objects/a')).to.include({
      virusDefinition: clean.virusDefinition,
    });
  });

  it('is not read without the report', async () => {
    const { entries, warnings } = await readWorkspace({
      [`${BATCH}/logs/viruscheck-log.txt`]: log('objects/a: X FOUND'),
    });
    expect([entries.size, warnings]).to.deep.equal([0, []]);
  });
});
