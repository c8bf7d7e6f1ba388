import { expect } from 'chai';
import type { OwnTerms } from '../../../formats/mets/model/described-mets.js';
import { openMets, type MetsEditor } from '../../../formats/mets/editing/mets-editor.js';
import { validateXml } from '../../support/repository/validate-xml.js';
import { needsSharedData } from '../../support/shared-data.js';
import { canonical, valuesOf } from './canonical/canonical.js';
import { faultOf, fresh, now, sample, scan } from './editing/editing.js';
import { preservationSchemas } from './schemas.js';
import { describeMets } from '../../support/mets-in-bytes.js';

const INC = 'http://rightsstatements.org/vocab/InC/1.0/';
const records = [
  { source: 'identity-service', value: 'pn67d3ep' },
  { source: 'EMu', value: 'PRI/2/999' },
];

const ownOf = (bytes: Uint8Array, path: string): OwnTerms | undefined => {
  const mets = describeMets(bytes);
  return (mets.filesByPath.get(path) ?? mets.directoriesByPath.get(path))?.own;
};

const filled = (): MetsEditor => {
  const editor = fresh();
  editor.addFile(scan);
  return editor;
};

describe('access, rights and record identifiers in a METS', () => {
  for (const path of ['', 'objects', 'metadata/ad-hoc', scan.path])
    it(`are given to '${path}', changed, and taken away without a trace`, () => {
      const editor = filled();
      const before = canonical(editor.toBytes(now));
      editor.setTerms(path, {
        accessRestrictions: ['Level1', 'Staff & only'],
        rightsStatement: INC,
        recordIdentifiers: records,
      });
      expect(ownOf(editor.toBytes(now), path)).to.deep.equal({
        accessRestrictions: ['Level1', 'Staff & only'],
        rightsStatement: INC,
        rightsStatementSuppressed: false,
        recordIdentifiers: records,
      });
      editor.setTerms(path, { accessRestrictions: ['Level2'] });
      editor.setTerms(path, { recordIdentifiers: records.slice(1), accessRestrictions: null });
      expect(ownOf(editor.toBytes(now), path)).to.deep.equal({
        accessRestrictions: ['Level2'],
        rightsStatement: INC,
        rightsStatementSuppressed: false,
        recordIdentifiers: records.slice(1),
      });
      editor.setTerms(path, { accessRestrictions: [], rightsStatement: null, recordIdentifiers: [] });
      expect(canonical(editor.toBytes(now))).to.deep.equal(before);
    });

  it('can stop the inheritance of rights, until a statement takes its place', () => {
    const editor = filled();
    editor.setTerms(scan.path, { rightsStatementSuppressed: true });
    expect(ownOf(editor.toBytes(now), scan.path)).to.include({
      rightsStatement: null,
      rightsStatementSuppressed: true,
    });
    editor.setTerms(scan.path, { rightsStatement: INC });
    expect(ownOf(editor.toBytes(now), scan.path)).to.include({
      rightsStatement: INC,
      rightsStatementSuppressed: false,
    });
  });

  it('have their dmdSec before the amdSecs, under an id of the path, and lose it with their file', () => {
    const editor = filled();
    editor.setTerms(scan.path, { accessRestrictions: ['Level1'] });
    const ids = valuesOf(editor.toBytes(now), 'ID');
    expect(ids.slice(0, 2)).to.deep.equal(['DMD_PHYS_ROOT', 'DMD_objects_x002F_scan.tif']);
    editor.removeFile(scan.path);
    expect(valuesOf(editor.toBytes(now), 'ID').filter((id) => id.startsWith('DMD_'))).to.deep.equal(['DMD_PHYS_ROOT']);
    editor.addFile(scan);
    editor.setTerms(scan.path, { accessRestrictions: ['Level2'] });
    expect(ownOf(editor.toBytes(now), scan.path)?.accessRestrictions).to.deep.equal(['Level2']);
  });

  it('that are there already leave the document as it is', function () {
    needsSharedData(this, 'mets');
    const bytes = sample('platform-response-book.xml');
    const editor = openMets(bytes);
    editor.setTerms('objects', ownOf(bytes, 'objects')!);
    expect(canonical(editor.toBytes(now))).to.deep.equal(canonical(bytes));
  });

  it('come to stand in the place of those of the predecessor, without their neighbours changing', function () {
    needsSharedData(this, 'mets');
    const text = sample('platform-response-book.xml').toString();
    const editor = openMets(Buffer.from(text));
    editor.setTerms('objects', { rightsStatement: 'http://rightsstatements.org/vocab/NKC/1.0/' });
    const expected = text.replace(
      `<mods:accessCondition type="use and reproduction" xlink:type="simple">${INC}`,
      '<mods:accessCondition type="use and reproduction">http://rightsstatements.org/vocab/NKC/1.0/',
    );
    expect(canonical(editor.toBytes(now))).to.deep.equal(canonical(Buffer.from(expected)));
  });

  it('replace a reference to a dmdSec that was never made', () => {
    const text = fresh().toBytes(now).toString().replace('LABEL="objects"', 'LABEL="objects" DMDID="DMD_objects"');
    const editor = openMets(Buffer.from(text));
    editor.setTerms('objects', { accessRestrictions: ['Level1'] });
    const bytes = editor.toBytes(now);
    expect(ownOf(bytes, 'objects')?.accessRestrictions).to.deep.equal(['Level1']);
    expect(valuesOf(bytes, 'DMDID')).to.deep.equal(['DMD_PHYS_ROOT', 'DMD_objects']);
  });

  it('are refused where they cannot be read again, and nothing changes', () => {
    const editor = filled();
    const before = canonical(editor.toBytes(now));
    for (const [terms, why] of [
      [
        { rightsStatement: 'in copyright' },
        `The rights statement of 'objects' cannot be written: 'in copyright' is no http or https URI.`,
      ],
      [{ accessRestrictions: [' '] }, `The access restriction of 'objects' cannot be written: it is empty.`],
      [
        { recordIdentifiers: [{ source: 'x', value: '\x01' }] },
        `The record identifier of 'objects' cannot be written: the character U+0001 is not allowed in XML.`,
      ],
    ] as const)
      expect(faultOf(() => editor.setTerms('objects', terms))).to.include({
        code: 'mets-value-unwritable',
        message: why,
      });
    expect(faultOf(() => editor.setTerms('objects/x', {}))).to.include({ code: 'mets-path-unknown' });
    expect(canonical(editor.toBytes(now))).to.deep.equal(before);
  });

  it('are valid METS and MODS', function () {
    needsSharedData(this, 'xsd');
    const editor = filled();
    for (const path of ['', 'objects', 'metadata/ad-hoc', scan.path])
      editor.setTerms(path, {
        accessRestrictions: ['a', 'b'],
        rightsStatementSuppressed: true,
        recordIdentifiers: records,
      });
    editor.setTerms('objects', { recordIdentifiers: [] });
    editor.setTerms('metadata/ad-hoc', { accessRestrictions: [], rightsStatement: null, recordIdentifiers: [] });
    expect(validateXml(editor.toBytes(now), preservationSchemas())).to.deep.equal([]);
  });
});
