import { expect } from 'chai';
import { comparedMets, type ComparedDirectory, type ComparedFile } from '../../../formats/mets/compared-mets.js';
import { wholeDescription } from '../../../formats/mets/describe-mets.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { sectionsIn } from '../../support/mets-in-bytes.js';
import { fresh, now } from './editing/editing.js';

const INC = 'http://rightsstatements.org/vocab/InC/1.0/';
const digest = 'a'.repeat(64);
const scanned = (found: string, day: number) => ({
  type: 'VirusScanMetadata' as const,
  source: 'ClamAV',
  timestamp: new Date(Date.UTC(2026, 0, day)),
  hasVirus: found !== '',
  virusFound: found,
  virusDefinition: 'ClamAV 1.4.1',
});

describe('what of a METS is compared with a workspace', () => {
  const editor = fresh();
  editor.addFile({
    path: 'objects/book/a.tif',
    digest,
    size: 5,
    contentType: 'image/tiff',
    format: { pronomKey: 'fmt/353', name: 'TIFF' },
    virusScans: [scanned('', 1), scanned('Eicar', 2)],
  });
  editor.addFile({ path: 'objects/b.txt' });
  editor.setTerms('objects', { rightsStatement: INC });
  editor.setTerms('objects/book', { accessRestrictions: ['Level1'] });
  const range = {
    id: 'LOG_1',
    type: 'Collection',
    name: 'All',
    own: { recordIdentifiers: [{ source: 'EMu', value: '1' }] },
    ranges: [],
    files: [{ localPath: 'objects/b.txt', region: null, beginTime: null, endTime: null }],
  };
  editor.replaceLogicalStructures([range]);
  const bytes = editor.toBytes(now);
  const sections = { ...sectionsIn(bytes), ...digestBytes(bytes) };
  const { root, summary } = comparedMets(sections, { agents: defaultAgents });
  const folderAt = (path: string): ComparedDirectory | undefined =>
    path === ''
      ? root
      : folderAt(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')?.directories.find(
          ({ localPath }) => localPath === path,
        );
  const fileAt = (folder: string, name: string): ComparedFile | undefined =>
    folderAt(folder)?.files.find(({ localPath }) => localPath === `${folder}/${name}`);

  it('is what is known of each file, and its newest scan', () => {
    const file = fileAt('objects/book', 'a.tif');
    expect(file).to.include({ name: 'a.tif', digest, size: 5, contentType: 'image/tiff' });
    expect(file?.metadata.map(({ type }) => type)).to.deep.equal(['FileFormatMetadata', 'VirusScanMetadata']);
    expect(file?.metadata.at(-1)).to.include({ virusFound: 'Eicar' });
  });

  it('is the terms of folders and files, as folders and ranges pass them on', () => {
    expect(folderAt('objects/book')?.effective).to.deep.include({
      accessRestrictions: ['Level1'],
      rightsStatement: INC,
    });
    expect(fileAt('objects/book', 'a.tif')?.effective).to.deep.include({ accessRestrictions: ['Level1'] });
    expect(fileAt('objects', 'b.txt')?.effective).to.deep.equal({
      accessRestrictions: [],
      rightsStatement: INC,
      recordIdentifiers: [{ source: 'EMu', value: '1' }],
    });
  });

  it('is told with how much of everything there is, as the whole description is', () => {
    expect(wholeDescription(sections, { agents: defaultAgents }).summary).to.deep.equal(summary);
    expect(summary).to.deep.include({ files: 2, withoutDigest: 1, logicalStructures: 1, ranges: 1, editable: true });
    expect(summary).to.include(digestBytes(bytes));
    expect(summary).to.deep.include({
      created: now,
      folders: 4,
      content: { files: 2, identified: 1, scanned: 1, infected: 1, lastScan: new Date(Date.UTC(2026, 0, 2)) },
      access: { terms: [{ values: ['Level1'], files: 0, folders: 1, path: 'objects/book' }], others: 0 },
      rights: { terms: [{ values: [INC], files: 0, folders: 1, path: 'objects' }], others: 0 },
    });
  });
});
