import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { defaultAgents } from '../../../../formats/mets/agents.js';
import { describeMets } from '../../../../formats/mets/describe-mets.js';
import { readMets } from '../../../../formats/mets/read-mets.js';
import { readSections } from '../../../../formats/mets/structure/read-sections.js';
import { textOf } from '../../../../formats/xml/navigate.js';
import { needsSharedData, sharedDataPath } from '../../../support/shared-data.js';
import { amd, dmd, file, map, small } from '../small-mets.js';

/** After the root, where it changes nothing but how the document is read: at once. */
const whole = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('<!-- whole -->')]);

const expectSame = (bytes: Buffer): void => {
  expect(readMets(bytes, defaultAgents)).to.deep.equal(readMets(whole(bytes), defaultAgents));
  expect(describeMets(bytes, defaultAgents)).to.deep.equal(describeMets(whole(bytes), defaultAgents));
};

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

describe('the sections of a METS that is read in parts', () => {
  describe('of the samples', () => {
    const folder = sharedDataPath('mets');
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
    before(function () {
      needsSharedData(this, 'mets');
    });
    for (const name of names)
      it(`say of ${name} what they say where it is read whole`, () => expectSame(readFileSync(join(folder, name))));
  });

  it('say of a file what they say where the METS is read whole', () => {
    expectSame(withSections(described));
    const { files } = describeMets(withSections(described));
    expect(files[0]?.size).to.equal(1);
    expect(files[0]?.metadata.map(({ type }) => type)).to.include.members(['ExifMetadata', 'VirusScanMetadata']);
  });

  it('say of a file what its techMD says, where that is named', () => {
    const named = { files: file('F1', 'objects/a.txt', 'ADMID="TA1"') };
    expectSame(withSections(described, named));
    expect(readMets(withSections(described, named)).files[0]?.size).to.equal(1);
  });

  it('hold no more than was wanted of them', () => {
    const { administrative, values } = readSections(withSections(described), ['technical']);
    const section = administrative.get('A1');
    if (section === undefined) throw new Error('the section is missing');
    expect(values.technical(section).size).to.equal(1);
    expect(textOf(section)).to.equal('');
  });

  it('keep the wrappers that have an ID, which may occur elsewhere', () => {
    for (const wrapper of ['mdWrap', 'xmlData']) {
      const named = described.replace(`<${wrapper}`, `<${wrapper} ID="F1"`);
      expectSame(withSections(named));
      expect(readMets(withSections(named)).duplicateIds).to.deep.equal(['F1']);
    }
  });

  it('are compared where an ID occurs twice', () => {
    const twice = described + described.replace('>1</p:size>', '>2</p:size>');
    expect(() => readMets(withSections(twice))).to.throw("'A1'");
    expectSame(withSections(described + described));
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
