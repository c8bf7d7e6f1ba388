import { expect } from 'chai';
import { amd, dmd, file, map, small } from '../small-mets.js';
import { describeMets, readMets } from '../../../support/mets-in-bytes.js';

const size = (bytes: number): string => `<p:objectCharacteristics><p:size>${bytes}</p:size></p:objectCharacteristics>`;

const exif =
  '<p:objectCharacteristicsExtension><ExifMetadata xmlns=""><Make>é &amp; 1</Make></ExifMetadata></p:objectCharacteristicsExtension>';

const scan = (id: string): string =>
  `<digiprovMD ID="${id}"><mdWrap MDTYPE="PREMIS:EVENT"><xmlData><p:event><p:eventType>virus check</p:eventType><p:eventDateTime>2026-01-01</p:eventDateTime><p:eventOutcomeInformation><p:eventOutcome>Fail</p:eventOutcome></p:eventOutcomeInformation></p:event></xmlData></mdWrap></digiprovMD>`;

const described = amd('A1', size(1) + exif).replace('</amdSec>', `${scan('D1')}</amdSec>`);

const withSections = (amdSecs: string, more: { dmd?: string; files?: string } = {}): Buffer =>
  small({
    amd: amdSecs,
    files: more.files ?? file('F1', 'objects/a.txt', 'ADMID="A1"'),
    map: map('<div><fptr FILEID="F1"/></div>'),
    ...(more.dmd === undefined ? {} : { dmd: more.dmd }),
  });

describe('the administrative sections of a METS', () => {
  it('say of a file what it is, and what was found in it', () => {
    const { files } = describeMets(withSections(described));
    expect(files[0]?.size).to.equal(1);
    expect(files[0]?.metadata.map(({ type }) => type)).to.include.members(['ExifMetadata', 'VirusScanMetadata']);
  });

  it('say of a file what its techMD says, where that is named', () => {
    const named = { files: file('F1', 'objects/a.txt', 'ADMID="TA1"') };
    expect(readMets(withSections(described, named)).files[0]?.size).to.equal(1);
  });

  it('have wrappers whose ID may occur elsewhere', () => {
    for (const wrapper of ['mdWrap', 'xmlData']) {
      const named = described.replace(`<${wrapper}`, `<${wrapper} ID="F1"`);
      expect(readMets(withSections(named)).duplicateIds).to.deep.equal(['F1']);
    }
  });

  it('are compared where an ID occurs twice', () => {
    const twice = described + described.replace('>1</p:size>', '>2</p:size>');
    expect(() => readMets(withSections(twice))).to.throw("'A1'");
    expect(() => readMets(withSections(described + described))).not.to.throw();
  });

  it('may hold the title, or the agent', () => {
    const title = '<m:mods><m:titleInfo><m:title>Found</m:title></m:titleInfo></m:mods>';
    const inside = (wrapped: string): Buffer => withSections(described.replace('<p:object>', `${wrapped}<p:object>`));
    expect(readMets(inside(title)).name).to.equal('Found');
    expect(readMets(inside('<mets><metsHdr><agent><name>Inner</name></agent></metsHdr></mets>')).agent).to.equal(
      'Inner',
    );
    expect(readMets(withSections(described, { dmd: dmd('D', '<m:note/>') })).name).to.equal(null);
  });
});
