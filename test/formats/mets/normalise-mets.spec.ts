import { expect } from 'chai';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { normaliseMets, type NormalisedMets } from '../../../formats/mets/normalise-mets.js';
import { isNcName } from '../../../formats/mets/ids/nc-name.js';
import { canonical, valuesOf } from './canonical/canonical.js';
import { fresh, now, sample } from './editing/editing.js';
import { valueOf } from '../../support/value-of.js';
import { readMets } from '../../support/mets-in-bytes.js';

const normalise = (bytes: Uint8Array) => normaliseMets(bytes, { agents: defaultAgents, now });
const done = (bytes: Uint8Array): NormalisedMets & { readonly bytes: Uint8Array } => {
  const result = valueOf(normalise(bytes));
  if (result.bytes === null) throw new Error('nothing was rewritten');
  return { ...result, bytes: result.bytes };
};

/** A METS of the platform with older ids of every kind, and whatever else is to be in it. */
const legacy = (more = '', reference = 'ADM_objects/a b.txt'): Buffer =>
  Buffer.from(`<mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:mods="http://www.loc.gov/mods/v3"><mets:metsHdr><mets:agent><mets:name>Muniment</mets:name></mets:agent></mets:metsHdr>
  <mets:dmdSec ID="DMD_objects/a b.txt"><mets:mdWrap MDTYPE="MODS"><mets:xmlData><mods:mods ID="a b"/></mets:xmlData></mets:mdWrap></mets:dmdSec>
  <mets:amdSec ID="ADM_objects/a b.txt"><mets:techMD ID="TECH_objects/a b.txt"/>
  <mets:digiprovMD ID="digiprovMD_ClamAV_ADM_objects/a b.txt"/></mets:amdSec>
  <mets:amdSec ID="ADM_legal"/>
  <mets:fileSec><mets:fileGrp><mets:file ID="FILE_objects/a b.txt" ADMID="${reference}" GROUPID="G 1"/></mets:fileGrp></mets:fileSec>
  <mets:structMap TYPE="PHYSICAL"><mets:div ID="PHYS_ROOT"><mets:div ID="PHYS_objects/a b.txt" DMDID="DMD_objects/a b.txt">
    <mets:fptr FILEID="FILE_objects/a b.txt"/></mets:div></mets:div></mets:structMap>
  <mets:structMap TYPE="LOGICAL" ID="map 1"><mets:div ID="LOG_1">
    <mets:fptr><mets:area FILEID="FILE_objects/a b.txt" BETYPE="IDREF" BEGIN="PHYS_objects/a b.txt" END="PHYS_ROOT"/></mets:fptr>
    <mets:mptr LOCTYPE="URL" xlink:href="#PHYS_objects/a%20b.txt"/></mets:div></mets:structMap>
  <mets:structLink><mets:smLink xlink:from="LOG_1" xlink:to="PHYS_objects/a b.txt"/></mets:structLink>
  <mets:behaviorSec><mets:behavior STRUCTID="PHYS_objects/a b.txt LOG_1"/></mets:behaviorSec>${more}</mets:mets>`);

describe('normalising the ids of a METS', () => {
  it('gives each the form that the platform mints, and each reference to it', () => {
    const { bytes, rewrites, referencesRewritten, warnings } = done(legacy());
    expect(rewrites.map(({ to }) => to)).to.deep.equal([
      'DMD_objects_x002F_a_x0020_b.txt',
      'a_x0020_b',
      'ADM_objects_x002F_a_x0020_b.txt',
      'TECH_objects_x002F_a_x0020_b.txt',
      'digiprovMD_ClamAV_ADM_objects_x002F_a_x0020_b.txt',
      'FILE_objects_x002F_a_x0020_b.txt',
      'PHYS_objects_x002F_a_x0020_b.txt',
      'map_x0020_1',
    ]);
    expect(valuesOf(bytes, 'ADMID')).to.deep.equal(['ADM_objects_x002F_a_x0020_b.txt']);
    expect(valuesOf(bytes, 'FILEID')).to.deep.equal(Array(2).fill('FILE_objects_x002F_a_x0020_b.txt'));
    expect(valuesOf(bytes, 'BEGIN')).to.deep.equal(['PHYS_objects_x002F_a_x0020_b.txt']);
    expect(valuesOf(bytes, 'href')).to.deep.equal(['#PHYS_objects_x002F_a_x0020_b.txt']);
    expect(valuesOf(bytes, 'to')).to.deep.equal(['PHYS_objects_x002F_a_x0020_b.txt']);
    expect(valuesOf(bytes, 'STRUCTID')).to.deep.equal(['PHYS_objects_x002F_a_x0020_b.txt LOG_1']);
    expect(valuesOf(bytes, 'GROUPID')).to.deep.equal(['G 1']);
    expect([referencesRewritten, warnings]).to.deep.equal([8, []]);
  });

  it('reads a value as several ids, as one with spaces, or as both', () => {
    const admIdOf = (reference: string): string[] => valuesOf(done(legacy('', reference)).bytes, 'ADMID');
    expect(admIdOf('ADM_legal ADM_objects/a b.txt')).to.deep.equal(['ADM_legal ADM_objects_x002F_a_x0020_b.txt']);
    expect(admIdOf('ADM_objects/a   b.txt ADM_legal')).to.deep.equal(['ADM_objects_x002F_a_x0020_b.txt ADM_legal']);
    expect(admIdOf('ADM_objects/a\n b.txt')).to.deep.equal(['ADM_objects_x002F_a_x0020_b.txt']);
  });

  it('warns of references to nothing, and leaves them', () => {
    const { bytes, warnings } = done(legacy('', 'ADM_none ADM_legal'));
    expect(warnings).to.deep.equal([`ADMID of a file names 'ADM_none', which no element has as its ID.`]);
    expect(valuesOf(bytes, 'ADMID')).to.deep.equal(['ADM_none ADM_legal']);
  });

  it('mints no id that is taken', () => {
    const taken = '<mets:amdSec ID="FILE_objects_x002F_a_x0020_b.txt"/>';
    const { rewrites } = done(legacy(taken));
    expect(rewrites.map(({ to }) => to)).to.include('FILE_objects_x002F_a_x0020_b.txt_2');
  });

  it('is refused, naming the ids, where an ID stands on two elements', () => {
    const result = normalise(legacy('<mets:amdSec ID="LOG_1"/><mets:amdSec ID="map 1"/>'));
    expect(result)
      .to.have.property('refusal')
      .that.deep.equals({
        fault: { code: 'mets-duplicate-id', message: `The METS uses an ID more than once: 'LOG_1', 'map 1'.` },
        done: null,
      });
  });

  it('is refused for a METS of a third party and for none', () => {
    expect(normalise(sample('goobi.xml'))).to.have.nested.property('refusal.fault.code', 'mets-not-editable');
    expect(normalise(Buffer.from('<a/>'))).to.have.nested.property('refusal.fault.code', 'mets-missing');
  });

  it('changes nothing where every id is a name', () => {
    expect(valueOf(normalise(fresh().toBytes(now)))).to.deep.equal({
      bytes: null,
      rewrites: [],
      referencesRewritten: 0,
      warnings: [],
    });
  });

  for (const name of ['platform-path-spaces', 'platform-path-special', 'platform-response-book']) {
    it(`leaves all else of ${name} as it was, and nothing for a second time`, () => {
      const before = sample(`${name}.xml`);
      const { bytes, rewrites } = done(before);
      const back = new Map(rewrites.map(({ from, to }) => [to, from]));
      expect(valuesOf(bytes, 'ID').every(isNcName)).to.equal(true);
      const undone = bytes.toString().replace(/"([^"]*)"/g, (all, value: string) => {
        const from = value.split(' ').map((each) => back.get(each) ?? each);
        return value === '' ? all : `"${from.join(' ').replaceAll('&', '&amp;').replaceAll('&amp;amp;', '&amp;')}"`;
      });
      expect(canonical(Buffer.from(undone))).to.deep.equal(canonical(before));
      const paths = (each: Uint8Array): string[] => [...readMets(each).filesByPath.keys()];
      expect(paths(bytes)).to.deep.equal(paths(before));
      expect(valueOf(normalise(bytes))).to.include({ bytes: null, referencesRewritten: 0 });
    });
  }
});
