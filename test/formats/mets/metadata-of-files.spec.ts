import { expect } from 'chai';
import { described, directoryAt, entriesOf, fileAt } from './described.js';
import { amd, file, map, small } from './small-mets.js';
import { MetsFault } from '../../../formats/mets/model/fault.js';
import { describeMets } from '../../support/mets-in-bytes.js';

const fixity = (digest: string): string =>
  `<p:fixity><p:messageDigestAlgorithm>SHA256</p:messageDigestAlgorithm><p:messageDigest>${digest}</p:messageDigest></p:fixity>`;

interface Check {
  id: string;
  at: string;
  outcome?: string;
  note?: string;
  type?: string;
}

const check = ({ id, at, outcome = 'Pass', note = '', type = 'virus check' }: Check): string =>
  `<digiprovMD ID="${id}"><mdWrap MDTYPE="PREMIS:EVENT"><xmlData><p:event><p:eventType>${type}</p:eventType><p:eventDateTime>${at}</p:eventDateTime><p:eventDetailInformation><p:eventDetail>D ${id}</p:eventDetail></p:eventDetailInformation><p:eventOutcomeInformation><p:eventOutcome>${outcome}</p:eventOutcome><p:eventOutcomeDetail><p:eventOutcomeDetailNote>${note}</p:eventOutcomeDetailNote></p:eventOutcomeDetail></p:eventOutcomeInformation></p:event></xmlData></mdWrap></digiprovMD>`;

const amdWith = (id: string, more: string): string => amd(id, '').replace('</amdSec>', `${more}</amdSec>`);

const scansOf = (amdSecs: string, references = 'ADMID="A"') =>
  entriesOf(fileAt(described({ amd: amdSecs, files: file('F1', 'a', references) }), 'a'), 'VirusScanMetadata');

describe('what a METS records of a file', () => {
  it('has the format, the extent, the tags and where the file came from', () => {
    const premis = `<p:significantProperties><p:significantPropertiesType>Duration</p:significantPropertiesType><p:significantPropertiesValue>0:01:30</p:significantPropertiesValue></p:significantProperties><p:objectCharacteristics>${fixity('AB')}<p:size>7</p:size><p:format><p:formatDesignation><p:formatName>N</p:formatName></p:formatDesignation><p:formatRegistry><p:formatRegistryKey>fmt/1</p:formatRegistryKey></p:formatRegistry></p:format><p:objectCharacteristicsExtension><ExifMetadata xmlns=""><A>1</A><A>2</A><B><C>3</C></B></ExifMetadata></p:objectCharacteristicsExtension></p:objectCharacteristics><p:originalName>o</p:originalName><p:storage><p:contentLocation><p:contentLocationValue>s</p:contentLocationValue></p:contentLocation></p:storage>`;
    const mets = described({ amd: amd('A', premis), files: file('F1', 'a', 'ADMID="A" MIMETYPE="text/x"') });
    expect(fileAt(mets, 'a').metadata).to.deep.equal([
      {
        type: 'FileFormatMetadata',
        source: 'METS',
        timestamp: null,
        digest: 'ab',
        size: 7,
        pronomKey: 'fmt/1',
        formatName: 'N',
        originalName: 'o',
        storageLocation: 's',
        contentType: 'text/x',
      },
      { type: 'ExtentMetadata', source: 'METS', timestamp: null, pixelWidth: null, pixelHeight: null, duration: 90 },
      {
        type: 'ExifMetadata',
        source: 'METS',
        timestamp: null,
        tags: [
          { tagName: 'A', tagValue: '1' },
          { tagName: 'A', tagValue: '2' },
          { tagName: 'B', tagValue: '3' },
          { tagName: 'C', tagValue: '3' },
        ],
      },
      { type: 'StorageMetadata', source: 'METS', timestamp: null, originalName: 'o', storageLocation: 's' },
    ]);
  });

  it('calls a format unknown where name or key are missing', () => {
    const premis = `<p:objectCharacteristics>${fixity('cd')}<p:format><p:formatDesignation><p:formatName>unknown</p:formatName></p:formatDesignation></p:format></p:objectCharacteristics>`;
    const mets = described({ amd: amd('A', premis), files: file('F1', 'a', 'ADMID="A"') });
    expect(entriesOf(fileAt(mets, 'a'), 'FileFormatMetadata')).to.deep.include.members([
      {
        type: 'FileFormatMetadata',
        source: 'METS',
        timestamp: null,
        digest: 'cd',
        size: null,
        pronomKey: 'UNKNOWN',
        formatName: '',
        originalName: null,
        storageLocation: null,
        contentType: null,
      },
    ]);
  });

  it('says where a file came from even if it says nothing else, and the same of folders', () => {
    const mets = described({
      amd: amd('A', '<p:originalName>objects</p:originalName>'),
      files: file('F1', 'objects/a'),
      map: map('<div TYPE="Directory" LABEL="objects" ADMID="A"><div><fptr FILEID="F1"/></div></div>'),
    });
    const unknown = { type: 'StorageMetadata', source: 'METS', timestamp: null, storageLocation: null } as const;
    expect(fileAt(mets, 'objects/a').metadata).to.deep.equal([{ ...unknown, originalName: null }]);
    expect(directoryAt(mets, 'objects').metadata).to.deep.equal([{ ...unknown, originalName: 'objects' }]);
  });

  describe('virus checks', () => {
    it('come all, the newest first, whatever their ids look like', () => {
      const events =
        check({ id: 'digiprovMD_ClamAV_A', at: 'Wednesday, 21 January 2026' }) +
        check({ id: 'V2', at: '2026-03-01T10:00:00+01:00', outcome: 'FAIL', note: ' Win.Test FOUND' }) +
        check({ id: 'V3', at: 'some day' }) +
        check({ id: 'V4', at: '2026-02-01T10:00:00.1234567' }) +
        check({ id: 'V5', at: '2026-02-02T10:00:00Z', type: 'fixity check' });
      expect(
        scansOf(amdWith('A', events)).map((scan) => [scan.virusDefinition, scan.timestamp?.toISOString() ?? null]),
      ).to.deep.equal([
        ['D V2', '2026-03-01T09:00:00.000Z'],
        ['D V4', '2026-02-01T10:00:00.123Z'],
        ['D digiprovMD_ClamAV_A', '2026-01-21T00:00:00.000Z'],
        ['D V3', null],
      ]);
      expect(scansOf(amdWith('A', events))[0]).to.include({
        source: 'VirusScanTool',
        hasVirus: true,
        virusFound: ' Win.Test FOUND',
      });
      expect(scansOf(amdWith('A', events))[1]).to.include({ hasVirus: false, virusFound: '' });
    });

    it('of one time stand in the order of writing, the last first', () => {
      const day = 'March 18, 2026';
      const events = check({ id: 'V1', at: day }) + check({ id: 'V2', at: day });
      expect(scansOf(amdWith('A', events)).map(({ virusDefinition }) => virusDefinition)).to.deep.equal([
        'D V2',
        'D V1',
      ]);
    });

    it('are never those of a file whose path only begins alike', () => {
      const other = amdWith('ADM_a.tif', check({ id: 'digiprovMD_ClamAV_ADM_a.tif', at: '2026-01-01' }));
      expect(scansOf(amd('ADM_a', '') + other, 'ADMID="ADM_a"')).to.deep.equal([]);
    });

    it('are found elsewhere by an id that names the section, in any case', () => {
      const elsewhere = amdWith('B', check({ id: 'DIGIPROVMD_clamav_a b', at: '2026-01-01' }));
      expect(scansOf(amd('A B', '') + elsewhere, 'ADMID="A B"')).to.have.length(1);
    });

    it('may lack the type of their event where their id tells it', () => {
      const untyped = (event: Parameters<typeof check>[0]): string =>
        check(event).replace(/<p:eventType>.*<\/p:eventType>/, '');
      const named = untyped({ id: 'digiprovMD_ClamAV_A', at: '2026-01-01', outcome: 'Fail', note: ' X FOUND' });
      expect(scansOf(amdWith('A', named))).to.have.length(1);
      expect(scansOf(amdWith('A', named))[0]).to.include({ hasVirus: true, virusFound: ' X FOUND' });
      expect(scansOf(amd('A', '') + amdWith('B', named))).to.have.length(1);
      const blank = check({ id: 'digiprovMD_VirusScanTool_A', at: '2026-01-01', type: ' ' });
      expect(scansOf(amdWith('A', blank))).to.have.length(1);
      expect(scansOf(amdWith('A', untyped({ id: 'V1', at: '2026-01-01' })))).to.deep.equal([]);
      const silent = named.replace(/<p:eventOutcomeInformation>.*<\/p:eventOutcomeInformation>/, '');
      expect(scansOf(amdWith('A', silent))).to.deep.equal([]);
      const another = check({ id: 'digiprovMD_ClamAV_A', at: '2026-01-01', type: 'fixity check' });
      expect(scansOf(amdWith('A', another))).to.deep.equal([]);
    });

    it('are told apart where one section describes many files', () => {
      const many = amdWith('A', check({ id: 'V1', at: '2026-01-01' }) + check({ id: 'V2', at: '2026-01-02' })).replace(
        '<digiprovMD',
        '<techMD ID="T2"/><digiprovMD',
      );
      expect(scansOf(many, 'ADMID="TA"')).to.deep.equal([]);
      expect(scansOf(many, 'ADMID="TA V2"').map(({ virusDefinition }) => virusDefinition)).to.deep.equal(['D V2']);
      const single = amdWith('A', check({ id: 'V1', at: '2026-01-01' }));
      expect(scansOf(single, 'ADMID="TA"')).to.have.length(1);
    });
  });

  it('is read out of PREMIS 2 as well, as older Archivematica wrote it', () => {
    const premis = `<p:objectCharacteristics>${fixity('AB')}<p:size>7</p:size></p:objectCharacteristics>`;
    const section = amd('A', premis).replace('</amdSec>', `${check({ id: 'V', at: '2014-05-06T07:08:09' })}</amdSec>`);
    const bytes = small({ amd: section, files: file('F1', 'a', 'ADMID="A"') });
    const older = Buffer.from(bytes.toString().replace('http://www.loc.gov/premis/v3', 'info:lc/xmlns/premis-v2'));
    const read = fileAt(describeMets(older), 'a');
    expect(read).to.include({ digest: 'ab', size: 7 });
    expect(entriesOf(read, 'VirusScanMetadata')).to.have.length(1);
  });

  it('is a fault where a reference may mean one record or another', () => {
    const bytes = small({
      dmd: '<dmdSec ID="D"/><dmdSec ID="D" STATUS="x"/>',
      map: map('<div DMDID="D"><fptr FILEID="F1"/></div>'),
    });
    expect(() => describeMets(bytes)).to.throw(MetsFault, `'D'`);
  });
});
