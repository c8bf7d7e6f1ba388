import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolReadings } from '../../../formats/tools/tool-readings.js';
import { needsSharedData } from '../../support/shared-data.js';
import { readWorkspace, STORED } from './sources.js';

const AWKWARD = 'objects/awkward/7 ways to celebrate #WomensHistoryMonth 💜 And a sneak peek at SICK new art.htm';
const EMOJI_DIGEST = 'e4267807db7270096340540b93834d3c47d56c964d5b5b27fa9a398fde52165e';
const DSCF0981 = {
  type: 'FileFormatMetadata',
  digest: '77e3e1c6920aef1b77c35e9830fa54d274b7beef54d6e25d56f6dbe0874f29b0',
  size: 8148972,
  pronomKey: 'fmt/1507',
  formatName: 'Exchangeable Image File Format (Compressed)',
  originalName: null,
  storageLocation: null,
  contentType: 'image/jpeg',
};

describe('the outputs of the tools for a real deposit', () => {
  let readings: ToolReadings;

  before(async function () {
    const bag = needsSharedData(this, 'tool-outputs', 'bag-of-a-real-deposit');
    const manifest = readFileSync(join(bag, 'manifest-sha256.txt'), 'utf8');
    const payload = manifest
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\S+ +/, ''));
    const outputs = ['brunnhilde/report.html', 'brunnhilde/siegfried.csv', 'brunnhilde/logs/viruscheck-log.txt'];
    readings = await readWorkspace({
      ...Object.fromEntries(payload.map((path) => [path, 'content'])),
      'manifest-sha256.txt': { from: join(bag, 'manifest-sha256.txt') },
      'tagmanifest-sha256.txt': { from: join(bag, 'tagmanifest-sha256.txt') },
      'bagit.txt': { from: join(bag, 'bagit.txt') },
      ...Object.fromEntries(outputs.map((path) => [`data/metadata/${path}`, { from: join(bag, path) }])),
      'data/metadata/siegfried/siegfried.yml': { from: join(bag, 'siegfried', 'siegfried.yml') },
    });
  });

  const entryOf = (path: string, type: string, source?: string): unknown =>
    readings.entries.get(path)?.find((entry) => entry.type === type && (source ?? entry.source) === entry.source);

  it('are read without anything left out', () => {
    expect(readings.warnings).to.deep.equal([]);
    expect(readings.filesRoot).to.equal('data/');
  });

  it('give each line of the manifest as a digest of when the manifest was stored', () => {
    const digest = { type: 'DigestMetadata', source: 'BagIt', timestamp: STORED, digest: EMOJI_DIGEST };
    expect(entryOf(AWKWARD, 'DigestMetadata')).to.deep.equal(digest);
    const all = [...readings.entries.values()].flat().filter(({ type }) => type === 'DigestMetadata');
    expect(all).to.have.length(22);
  });

  it('give the format of each file twice, from the tool and from the batch report', () => {
    expect(entryOf('objects/nyc/DSCF0981.JPG', 'FileFormatMetadata', 'FormatIdTool')).to.deep.equal({
      ...DSCF0981,
      source: 'FormatIdTool',
      timestamp: new Date('2025-04-25T14:14:41Z'),
    });
    expect(entryOf('objects/nyc/DSCF0981.JPG', 'FileFormatMetadata', 'BatchReportTool')).to.deep.equal({
      ...DSCF0981,
      source: 'BatchReportTool',
      timestamp: STORED,
    });
    const formats = [...readings.entries.values()].flat().filter(({ type }) => type === 'FileFormatMetadata');
    expect(formats.filter(({ source }) => source === 'FormatIdTool')).to.have.length(13);
    expect(formats.filter(({ source }) => source === 'BatchReportTool')).to.have.length(13);
  });

  it('vouch for each listed file as clean, at the time of the scan', () => {
    expect(entryOf(AWKWARD, 'VirusScanMetadata')).to.deep.equal({
      type: 'VirusScanMetadata',
      source: 'VirusScanTool',
      timestamp: new Date('2025-04-25T13:57:26Z'),
      hasVirus: false,
      virusFound: '',
      virusDefinition: 'ClamAV  1.0.8 Known viruses  8706378 ',
    });
  });

  it('give the report, and a document for each file that it lists', () => {
    const [report] = readings.documentsOf('metadata/brunnhilde/report.html');
    expect(report).to.include({ type: 'ToolOutput', source: 'BatchReportTool', contentType: 'text/html' });
    expect(report?.content).to.match(/^<!DOCTYPE html>/i);
    const [document] = readings.documentsOf('objects/nyc/DSCF0981.JPG');
    expect(document).to.include({ type: 'ToolOutput', source: 'Exif', contentType: 'text/html' });
    expect(document?.content).to.include('<h2>File format</h2>').and.include('<h2>Viruses</h2>');
    expect(readings.documentsOf('objects/none')).to.deep.equal([]);
  });
});
