import { expect } from 'chai';
import { MetsFault, type MetsFaultCode } from '../../../formats/mets/model/fault.js';
import { amd, dmd, file, map, small } from './small-mets.js';
import { defaultAgents } from '../../../formats/mets/model/agents.js';
import { treeInMets } from '../../../formats/mets/tree-in-mets.js';
import { describeMets, readMets, sectionsIn } from '../../support/mets-in-bytes.js';

const many = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('');

const COUNT = 20_000;
const pointers = map(
  `<div TYPE="Directory" LABEL="r" DMDID="D">${many(COUNT, (n) => `<div ID="P${n}"><fptr FILEID="F${n}"/></div>`)}</div>`,
);
const filesWith = (attributes: string): string => many(COUNT, (n) => file(`F${n}`, `f/${n}`, attributes));
const scans = many(
  COUNT,
  (n) => `<digiprovMD ID="V${n}"><p:event><p:eventType>virus check</p:eventType></p:event></digiprovMD>`,
);
const withScans = small({
  amd: amd('A', '').replace('</amdSec>', `${scans}</amdSec>`),
  files: filesWith('ADMID="A"'),
  map: pointers,
});
const LONG = 'x'.repeat(1_000_000);

const codeOf = (bytes: Buffer, read: (bytes: Buffer) => unknown = describeMets): MetsFaultCode => {
  try {
    read(bytes);
  } catch (error) {
    expect(error).to.be.instanceOf(MetsFault);
    return (error as MetsFault).code;
  }
  throw new Error('the METS was read');
};

describe('a METS made to exhaust its reader', () => {
  it('is refused where every file shares long tags', () => {
    const exif = `<p:objectCharacteristicsExtension><ExifMetadata><A>${LONG}</A></ExifMetadata></p:objectCharacteristicsExtension>`;
    expect(codeOf(small({ amd: amd('A', exif), files: filesWith('ADMID="A"'), map: pointers }))).to.equal(
      'mets-too-repetitive',
    );
  });

  it('is refused where every file shares a long name', () => {
    const name = `<p:originalName>${LONG}</p:originalName>`;
    expect(codeOf(small({ amd: amd('A', name), files: filesWith('ADMID="A"'), map: pointers }))).to.equal(
      'mets-too-repetitive',
    );
  });

  it('is refused where every file shares very many scans', () => {
    expect(codeOf(withScans)).to.equal('mets-too-repetitive');
  });

  it('is shown as a tree with one list of scans where every file shares very many', () => {
    const { files } = treeInMets(sectionsIn(withScans), { agents: defaultAgents });
    expect([files.length, new Set(files.map(({ scans }) => scans)).size]).to.deep.equal([COUNT, 1]);
    expect(files[0]?.scans).to.have.lengthOf(COUNT);
  });

  it('is refused where every file inherits long terms', () => {
    const terms = dmd('D', `<m:accessCondition type="status">${LONG}</m:accessCondition>`);
    expect(codeOf(small({ dmd: terms, files: filesWith(''), map: pointers }))).to.equal('mets-too-repetitive');
  });

  it('is refused for folders without end, in one path or in many', () => {
    const deep = small({ files: file('F1', 'a/'.repeat(300) + 'b') });
    expect(codeOf(deep, readMets)).to.equal('mets-path-invalid');
    const wide = many(COUNT, (n) => file(`F${n}`, `${n}/`.repeat(200) + 'b'));
    expect(codeOf(small({ files: wide, map: pointers }), readMets)).to.equal('mets-path-invalid');
  });

  it('is read where one file links to very many, and one range to all of them', () => {
    const links = many(COUNT, (n) => `<smLink x:from="F0" x:to="F${n}"/><smLink x:from="L" x:to="P${n}"/>`);
    const mets = describeMets(
      small({
        files: filesWith(''),
        map: `${pointers}<structMap TYPE="LOGICAL"><div ID="L"/></structMap>`,
        links: `<structLink>${links}</structLink>`,
      }),
    );
    expect(mets.files[0]?.links).to.have.length(COUNT);
    expect(mets.logicalStructures[0]?.files).to.have.length(COUNT);
  });

  it('is read where very many ranges link to one page', () => {
    const mets = describeMets(
      small({
        map: `${map('<div ID="P"><fptr FILEID="F1"/></div>')}<structMap TYPE="LOGICAL"><div>${many(150_000, (n) => `<div ID="L${n}"/>`)}</div></structMap>`,
        links: `<structLink>${many(150_000, (n) => `<smLink x:from="L${n}" x:to="P"/>`)}</structLink>`,
      }),
    );
    expect(mets.logicalStructures[0]?.ranges[149_999]?.files).to.have.length(1);
  });
});
