import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Mets, MetsDirectory } from '../../../formats/mets/model/mets.js';
import type { DescribedFile, DescribedMets, LogicalRange } from '../../../formats/mets/model/described-mets.js';
import { needsSharedData, sharedData } from '../../support/shared-data.js';
import { entriesOf, fileAt } from './described.js';
import { describeMets, readMets } from '../../support/mets-in-bytes.js';

const sample = (name: string): Mets => readMets(readFileSync(sharedData('mets', name)));

const directory = (mets: Mets, path: string): MetsDirectory => {
  const found = mets.directoriesByPath.get(path);
  if (found === undefined) throw new Error(`no directory ${path}`);
  return found;
};

describe('METS as others and the platform wrote them', () => {
  before(function () {
    needsSharedData(this, 'mets');
  });

  it('reads EPrints: MODS without a record, no structMap type, a wrapper around it all', () => {
    const mets = sample('eprints.xml');
    expect(mets).to.include({ name: '[Example title]', agent: 'EPrints 3.3.15', editable: false });
    expect(directory(mets, 'objects').files).to.have.length(4);
    expect(mets.files[0]).to.deep.include({
      localPath: 'objects/372705s_001.jpg',
      name: '372705s_001.jpg',
      digest: '4675c73e6fd66d2ea9a684ec79e4e6559bb4d44a35e8234794b0691472b0385d',
      size: 876464,
      format: { pronomKey: 'fmt/43', name: 'JPEG File Interchange Format' },
      contentType: 'image/jpeg',
      admId: 'AMD_eprint_10315_370441',
    });
  });

  it('reads Archivematica: folders named by labels that differ from their paths', () => {
    const mets = sample('archivematica.xml');
    expect(mets).to.include({ name: null, agent: null, editable: false });
    expect(mets.files).to.have.length(38);
    const objects = directory(mets, 'objects');
    expect(objects.files).to.have.length(0);
    expect(objects.directories.map(({ localPath }) => localPath.slice('objects/'.length))).to.have.members([
      'Edgware_Community_Hospital',
      'West_Middlesex',
      'GJW_King_s_College_Hospital',
      'submissionDocumentation',
      'metadata',
    ]);
    const edgware = directory(mets, 'objects/Edgware_Community_Hospital');
    expect(edgware.name).to.equal('Edgware Community Hospital');
    expect(edgware.files).to.have.length(11);
    const tiff = mets.filesByPath.get('objects/Edgware_Community_Hospital/03_05_01.tif');
    expect(tiff).to.deep.include({
      size: 2383740,
      digest: 'e05e9d3f5f6771b17274404a2d4230970e5a782b8f519e2447853032ef53ee84',
      format: { pronomKey: 'fmt/353', name: 'Tagged Image File Format' },
      contentType: null,
    });
  });

  it('reads Goobi: images and ALTO in one div, one amdSec for many files', () => {
    const mets = sample('goobi.xml');
    expect(mets).to.include({ name: '[Report 1960] /', editable: false });
    expect(directory(mets, 'objects').files.map(({ localPath }) => localPath.slice(-4))).to.deep.equal(
      Array.from({ length: 32 }, () => '.jp2'),
    );
    expect(directory(mets, 'alto').files.map(({ localPath }) => localPath.slice(-4))).to.deep.equal(
      Array.from({ length: 32 }, () => '.xml'),
    );
    expect(mets.files[0]).to.deep.include({
      size: 1348420,
      format: { pronomKey: 'x-fmt/392', name: 'JP2 (JPEG 2000 part 1)' },
      extents: { width: 2513, height: 4325, duration: null },
      divId: 'PHYS_0001',
    });
    expect(mets.files[1]).to.deep.include({ format: null, digest: null }); // the div's ADMID speaks for the image only
  });

  it('reads what the platform wrote', () => {
    const mets = sample('platform-response-book.xml');
    expect(mets).to.include({ name: 'Response Book', editable: true });
    const objects = directory(mets, 'objects');
    expect(objects.files).to.have.length(8);
    expect(objects.directories.map(({ name }) => name)).to.deep.equal(['htr']);
    expect(directory(mets, 'objects/htr').files.map(({ format }) => format?.pronomKey)).to.deep.equal(
      Array.from({ length: 8 }, () => 'fmt/101'),
    );
    expect(objects.files[0]).to.deep.include({
      size: 72000000,
      format: { pronomKey: 'fmt/10', name: 'Tagged Image File Format' },
      extents: { width: 4000, height: 6000, duration: null },
    });
    expect(objects.files[4]?.extents).to.deep.include({ width: 6000, height: 4000 });
  });

  it('follows references to ids that hold spaces, ampersands and accents', () => {
    const spaces = sample('platform-path-spaces.xml');
    expect(spaces.filesByPath.get('objects/my file.pdf')).to.include({
      size: 54321,
      digest: 'eb634d64ce8e6be5195174ceaef9ac9e19c37119f3b31618630aa633ccdbf68f',
      admId: 'ADM_objects/my file.pdf',
    });
    expect(directory(spaces, 'objects/my folder')).to.include({ name: 'my folder', divId: 'PHYS_objects/my folder' });
    const special = sample('platform-path-special.xml');
    expect(special.files.map(({ localPath, size }) => [localPath, size])).to.deep.equal([
      ['objects/AT&T guide.pdf', 22222],
      ['objects/résumé.pdf', 11111],
    ]);
  });

  describe('wholly', () => {
    const whole = (name: string): DescribedMets => describeMets(readFileSync(sharedData('mets', name)));
    const pathsOf = (range: LogicalRange | undefined): unknown => range?.files.map(({ localPath }) => localPath);
    const at = (files: readonly DescribedFile[], index: number): DescribedFile => {
      const file = files[index];
      if (file === undefined) throw new Error(`no file ${index}`);
      return file;
    };

    it('reads the same as at first sight', () => {
      for (const name of ['eprints.xml', 'archivematica.xml', 'goobi.xml', 'platform-response-book.xml']) {
        const paths = (mets: Mets): unknown => [
          mets.name,
          mets.files.map((file) => [file.localPath, file.digest]),
          [...mets.directoriesByPath.keys()].sort(),
        ];
        expect(paths(whole(name))).to.deep.equal(paths(sample(name)));
      }
    });

    it('reads the virus checks of Archivematica, one of each file', () => {
      const { files } = whole('archivematica.xml');
      const checks = files.map((file) => entriesOf(file, 'VirusScanMetadata'));
      expect(checks.map((each) => each.length)).to.deep.equal(files.map(() => 1));
      expect(checks[0]?.[0]?.timestamp?.toISOString()).to.equal('2024-03-13T14:51:59.626Z');
    });

    it('reads the structure of Goobi: pages of the deepest range, each with its transcript', () => {
      const mets = whole('goobi.xml');
      const [book] = mets.logicalStructures;
      expect(book).to.deep.include({
        type: 'Monograph',
        name: '[Report 1960] /',
        own: {
          accessRestrictions: ['Open'],
          rightsStatement: null,
          rightsStatementSuppressed: false,
          recordIdentifiers: [{ source: 'gbv-ppn', value: 'b29356350' }],
        },
      });
      expect(book?.files).to.have.length(29);
      expect(book?.ranges.map((range) => [range.type, pathsOf(range)])).to.deep.equal([
        ['Cover', ['objects/b29356350_0001.jp2']],
        ['TitlePage', ['objects/b29356350_0003.jp2']],
        ['Cover', ['objects/b29356350_0032.jp2']],
      ]);
      for (const { localPath, links } of directory(mets, 'objects').files as readonly DescribedFile[])
        expect(links).to.deep.equal([
          {
            to: localPath.replace('objects/', 'alto/').replace('.jp2', '.xml'),
            role: 'http://iiif.io/api/presentation/3#transcript',
          },
        ]);
      expect(fileAt(mets, 'objects/b29356350_0001.jp2').effective).to.deep.equal({
        accessRestrictions: ['Open'],
        rightsStatement: null,
        recordIdentifiers: [{ source: 'gbv-ppn', value: 'b29356350' }],
      });
    });

    it('reads what the platform wrote: tags, scans, parts of pages, rights', () => {
      const mets = whole('platform-response-book.xml');
      const page = fileAt(mets, 'objects/001.tif');
      expect(entriesOf(page, 'ExifMetadata')[0]?.tags).to.have.length(6);
      expect(entriesOf(page, 'VirusScanMetadata')).to.have.length(1);
      expect(entriesOf(page, 'VirusScanMetadata')[0]).to.include({ hasVirus: false, virusFound: '' });
      expect(page.links).to.deep.equal([
        { to: 'objects/htr/001.xml', role: 'http://iiif.io/api/presentation/3#supplementing' },
      ]);
      const [collection] = mets.logicalStructures;
      expect(collection?.ranges.map(({ name, files }) => [name, files.length])).to.deep.equal([
        ['Part 1', 3],
        ['Part 2', 2],
        ['Part 3', 4],
      ]);
      const regions = collection?.ranges.flatMap(({ files }) => files.flatMap(({ region }) => region ?? []));
      expect(regions).to.deep.equal([
        { x1: 0, y1: 0, x2: 6000, y2: 2000 },
        { x1: 0, y1: 2000, x2: 6000, y2: 4000 },
      ]);
      const recordOf = (index: number): unknown => at(mets.files, index).effective.recordIdentifiers[0]?.value;
      expect([0, 3, 4, 5].map(recordOf)).to.deep.equal(['rp4m2q8s', 'xt7n5k3w', 'pn67d3ep', 'bg9h1j6v']);
      expect(page.effective).to.deep.include({
        accessRestrictions: ['Level1'],
        rightsStatement: 'http://rightsstatements.org/vocab/InC/1.0/',
      });
    });
  });
});
