import { expect } from 'chai';
import { openMets, type MetsEditor } from '../../../formats/mets/editing/mets-editor.js';
import { elementsOf, canonical, valuesOf } from './canonical/canonical.js';
import { faultOf, now } from './editing/editing.js';
import { amd, dmd, file, map, small } from './small-mets.js';
import { describeMets, readMets } from '../../support/mets-in-bytes.js';

const head = '<metsHdr CREATEDATE="2026-01-01T00:00:00Z"><agent><name>Muniment</name></agent></metsHdr>';

const written = (bytes: Uint8Array, edit: (editor: MetsEditor) => void): Buffer => {
  const editor = openMets(bytes);
  edit(editor);
  return editor.toBytes(now);
};

const pathsIn = (bytes: Uint8Array): string[] => readMets(bytes).files.map(({ localPath }) => localPath);
const named = (bytes: Uint8Array, name: string): number =>
  elementsOf(canonical(bytes)).filter((element) => element.name === name).length;

/** One clear file, a file that is nowhere, and a pointer to nothing. */
const unclear = small({
  head,
  files: file('F1', 'objects/a') + '<file ID="F2"/>',
  map: map(
    '<div><div><fptr FILEID="F1"/></div><div><fptr FILEID="F2"/></div><div LABEL="gone"><fptr FILEID="FILE_objects_x002F_b"/></div></div>',
  ),
});

/** As packages of E-ARK have it: divs point to groups of files, one of them inside another. */
const group = (id: string, inside: string): string => `<fileGrp ID="${id}">${inside}</fileGrp>`;
const grouped = small({
  head,
  dmd: dmd('D', '<m:accessCondition type="restriction on access">Closed</m:accessCondition>'),
  amd: amd('A', '<p:originalName>x</p:originalName>') + amd('B', '<p:originalName>o</p:originalName>'),
  files: group('G1', file('F1', 'schemas/a.xsd') + group('G2', file('F2', 'schemas/b.xsd', 'ADMID="B"'))),
  map: map('<div><div ID="S" LABEL="Schemas" ADMID="A" DMDID="D"><fptr FILEID="G1"/></div></div>'),
});

describe('a METS that is not clear in all', () => {
  describe('with pointers to nothing and files without a place', () => {
    it('is read as far as it is clear, and tells of the rest', () => {
      const mets = readMets(unclear);
      expect(pathsIn(unclear)).to.deep.equal(['objects/a']);
      expect(mets.danglingFileIds).to.deep.equal(['FILE_objects_x002F_b']);
      expect(mets.unlocatedFileIds).to.deep.equal(['F2']);
      expect(describeMets(unclear)).to.deep.include({
        danglingFileIds: ['FILE_objects_x002F_b'],
        unlocatedFileIds: ['F2'],
      });
    });

    it('keeps all of it when something else is edited', () => {
      const after = written(unclear, (editor) => {
        editor.addFile({ path: 'objects/c' });
        editor.removeFile('objects/a');
      });
      expect(readMets(after)).to.deep.include({
        danglingFileIds: ['FILE_objects_x002F_b'],
        unlocatedFileIds: ['F2'],
      });
      expect(pathsIn(after)).to.deep.equal(['objects/c']);
      expect(valuesOf(after, 'LABEL')).to.include('gone');
    });

    it('never comes to point to a file that is added', () => {
      const after = written(unclear, (editor) => editor.addFile({ path: 'objects/b' }));
      const mets = readMets(after);
      expect(mets.filesByPath.get('objects/b')).to.include({ name: 'b', fileId: 'FILE_objects_x002F_b_2' });
      expect(mets.danglingFileIds).to.deep.equal(['FILE_objects_x002F_b']);
    });
  });

  describe('with pointers to groups of files', () => {
    it('has the files of the group, of which the div says nothing', () => {
      const mets = describeMets(grouped);
      expect(mets.files.map(({ localPath, name, divId, admId }) => [localPath, name, divId, admId])).to.deep.equal([
        ['schemas/a.xsd', 'a.xsd', null, null],
        ['schemas/b.xsd', 'b.xsd', null, 'B'],
      ]);
      expect(mets.files.map(({ own }) => own.accessRestrictions)).to.deep.equal([[], []]);
      expect(mets.danglingFileIds).to.deep.equal([]);
    });

    it('has them once, however often they are pointed to', () => {
      const pointers = '<fptr FILEID="G1"/><fptr FILEID="F1"/>'.repeat(3);
      const bytes = small({ files: group('G1', file('F1', 'a')), map: map(`<div>${pointers}</div>`) });
      expect(pathsIn(bytes)).to.deep.equal(['a']);
    });

    it('has them in the ranges that name the group, or link to a div that does', () => {
      const logical = `<structMap TYPE="LOGICAL"><div ID="L1"><fptr FILEID="G2"/><div ID="L2"/></div></structMap>`;
      const links = '<structLink><smLink x:from="L2" x:to="S"/></structLink>';
      const [range] = describeMets(
        Buffer.from(grouped.toString().replace('</mets>', `${logical}${links}</mets>`)),
      ).logicalStructures;
      expect(range?.files.map(({ localPath }) => localPath)).to.deep.equal(['schemas/b.xsd']);
      expect(range?.ranges[0]?.files.map(({ localPath }) => localPath)).to.deep.equal([
        'schemas/a.xsd',
        'schemas/b.xsd',
      ]);
    });

    it('is too repetitive when many ranges name a large group', () => {
      const files = group('G1', Array.from({ length: 2_000 }, (_, n) => file(`F${n}`, `f${n}`)).join(''));
      const ranges = '<div><fptr FILEID="G1"/></div>'.repeat(2_000);
      const bytes = small({
        files,
        map: `${map('<div><fptr FILEID="G1"/></div>')}<structMap TYPE="LOGICAL"><div>${ranges}</div></structMap>`,
      });
      expect(faultOf(() => describeMets(bytes)).code).to.equal('mets-too-repetitive');
    });

    it('changes a file where it stands', () => {
      const after = written(grouped, (editor) => {
        editor.addFile({ path: 'schemas/b.xsd', contentType: 'text/xml', size: 3 });
        editor.setTerms('schemas/a.xsd', { accessRestrictions: ['Open'] });
      });
      const mets = describeMets(after);
      expect(mets.files.map(({ size, contentType }) => [size, contentType])).to.deep.equal([
        [null, null],
        [3, 'text/xml'],
      ]);
      expect(mets.files.map(({ own }) => own.accessRestrictions)).to.deep.equal([['Open'], []]);
      expect(valuesOf(after, 'LABEL')).to.include('Schemas');
      expect(named(after, 'file')).to.equal(2);
    });

    it('loses a file, and nothing else of the group or its div', () => {
      const after = written(grouped, (editor) => editor.removeFile('schemas/b.xsd'));
      expect(pathsIn(after)).to.deep.equal(['schemas/a.xsd']);
      expect(['fileGrp', 'fptr', 'div', 'amdSec', 'dmdSec'].map((name) => named(after, name))).to.deep.equal([
        3, 1, 2, 1, 1,
      ]);
      const empty = written(after, (editor) => editor.removeFile('schemas/a.xsd'));
      expect(readMets(empty)).to.deep.include({ files: [], danglingFileIds: [] });
      expect(named(empty, 'fptr')).to.equal(1);
    });
  });

  describe('with files that its folders point to by themselves', () => {
    const flat = small({
      head,
      files: file('F1', 'a') + file('F2', 'objects/b'),
      amd: amd('A', '<p:originalName>objects</p:originalName>'),
      map: map(
        '<div TYPE="Directory" LABEL="__ROOT"><fptr FILEID="F1"/><div TYPE="Directory" LABEL="objects" ADMID="A"><fptr FILEID="F2"/></div></div>',
      ),
    });

    it('loses a file without its folder', () => {
      const after = written(flat, (editor) => {
        editor.removeFile('a');
        editor.removeFile('objects/b');
        editor.addFile({ path: 'objects/c' });
      });
      expect(pathsIn(after)).to.deep.equal(['objects/c']);
      expect(named(after, 'div')).to.equal(3);
    });

    it('says of a file what it is told to, and not of the folder', () => {
      const after = written(flat, (editor) => editor.setTerms('objects/b', { accessRestrictions: ['Open'] }));
      const mets = describeMets(after);
      expect(mets.filesByPath.get('objects/b')?.own.accessRestrictions).to.deep.equal(['Open']);
      expect(mets.directoriesByPath.get('objects')?.own.accessRestrictions).to.deep.equal([]);
    });
  });

  describe('with areas inside its pointers', () => {
    const areas = small({
      head,
      files: file('F1', 'a') + file('F2', 'b') + file('F3', 'c'),
      map: map(
        '<div><div><fptr><area FILEID="F1"/></fptr></div><div><fptr><seq><area FILEID="F2"/><area FILEID="F3"/></seq></fptr></div></div>',
      ),
    });

    it('has the file of each', () => {
      expect(pathsIn(areas)).to.deep.equal(['a', 'b', 'c']);
    });

    it('is edited where they stand', () => {
      const after = written(areas, (editor) => {
        editor.addFile({ path: 'a', contentType: 'text/plain' });
        editor.removeFile('b');
      });
      expect(readMets(after).files.map(({ localPath, contentType }) => [localPath, contentType])).to.deep.equal([
        ['a', 'text/plain'],
        ['c', null],
      ]);
    });
  });

  describe('with an ID that elements of different kinds share', () => {
    const shared = small({
      head,
      files: file('F1', 'a'),
      map: map('<div><div ID="F1"><fptr FILEID="F1"/></div></div>'),
    });

    it('tells of it, and reads what can only mean one of them', () => {
      expect(readMets(shared).duplicateIds).to.deep.equal(['F1']);
      expect(pathsIn(shared)).to.deep.equal(['a']);
    });

    it('is not edited', () => {
      expect(faultOf(() => openMets(shared))).to.include({ code: 'mets-duplicate-id' });
      expect(faultOf(() => openMets(shared)).message).to.contain(`'F1'`);
    });

    for (const [what, parts] of [
      ['a dmdSec', { dmd: dmd('F1', '') }],
      ['an amdSec', { amd: amd('F1', '') }],
      ['a fileGrp', { files: group('F1', file('F1', 'a')) }],
      ['another structMap', { links: '<structMap TYPE="x" ID="F1"><div/></structMap>' }],
    ] as const)
      it(`counts ${what} too`, () => {
        expect(readMets(small({ files: file('F1', 'a'), ...parts })).duplicateIds).to.deep.equal(['F1']);
      });

    it('does not count what METS only wraps', () => {
      const wrapped =
        '<dmdSec ID="D"><mdWrap MDTYPE="OTHER"><xmlData><mets><dmdSec ID="F1"/></mets></xmlData></mdWrap></dmdSec>';
      expect(readMets(small({ dmd: wrapped })).duplicateIds).to.deep.equal([]);
    });
  });

  describe('with several entries of one path', () => {
    const twice = small({
      head,
      amd:
        amd('A', '<p:originalName>objects/a</p:originalName>') + amd('B', '<p:originalName>objects/a</p:originalName>'),
      files: file('F1', 'objects/a', 'ADMID="A"') + file('F2', 'objects/a', 'ADMID="B"') + file('F3', 'objects/b'),
      map: map(
        '<div><div ID="P1"><fptr FILEID="F1"/></div><div ID="P2"><fptr FILEID="F2"/></div><div ID="P3"><fptr FILEID="F3"/></div></div>',
      ),
    });

    it('loses every one of them', () => {
      const after = written(twice, (editor) => editor.removeFile('objects/a'));
      expect(pathsIn(after)).to.deep.equal(['objects/b']);
      expect(['file', 'div', 'fptr', 'amdSec'].map((name) => named(after, name))).to.deep.equal([1, 2, 1, 0]);
    });

    it('brings every one of them up to date', () => {
      const after = written(twice, (editor) => editor.addFile({ path: 'objects/a', digest: 'ab', size: 1 }));
      expect(readMets(after).filesByPath.get('objects/a')).to.include({ digest: 'ab', size: 1 });
      expect(named(after, 'file')).to.equal(3);
    });

    it('keeps what a second entry of the same file shares with others', () => {
      const bytes = small({
        head,
        amd: amd('A', ''),
        files: file('F1', 'a', 'ADMID="A"') + file('F2', 'b', 'ADMID="A"'),
        map: map(
          '<div><div><fptr FILEID="F1"/></div><div><fptr FILEID="F1"/></div><div><fptr FILEID="F2"/></div></div>',
        ),
      });
      const after = written(bytes, (editor) => editor.removeFile('a'));
      expect(pathsIn(after)).to.deep.equal(['b']);
      expect(['div', 'amdSec'].map((name) => named(after, name))).to.deep.equal([2, 1]);
    });

    it('loses every entry of a folder, once none has anything in it', () => {
      const folder = (inside: string): string => `<div TYPE="Directory" LABEL="x" ADMID="A">${inside}</div>`;
      const bytes = (inside: string): Buffer =>
        small({
          head,
          amd: amd('A', '<p:originalName>x</p:originalName>'),
          map: map(`<div>${folder('')}${folder(inside)}</div>`),
        });
      const after = written(bytes(''), (editor) => editor.removeFolder('x'));
      expect(['div', 'amdSec'].map((name) => named(after, name))).to.deep.equal([1, 0]);
      const full = openMets(bytes('<div><fptr FILEID="F1"/></div>'));
      expect(faultOf(() => full.removeFolder('x')).code).to.equal('mets-directory-not-empty');
    });

    it('is not edited there when one is a file and one a folder', () => {
      const bytes = small({
        head,
        amd: amd('A', '<p:originalName>objects/a.txt</p:originalName>'),
        map: map('<div><div><fptr FILEID="F1"/></div><div TYPE="Directory" LABEL="x" ADMID="A"/></div>'),
      });
      const editor = openMets(bytes);
      const path = 'objects/a.txt';
      const edits = [
        () => editor.kindAt(path),
        () => editor.addFile({ path }),
        () => editor.addFolder({ path }),
        () => editor.removeFile(path),
        () => editor.removeFolder(path),
      ];
      expect(edits.map((edit) => faultOf(edit).code)).to.deep.equal(edits.map(() => 'mets-path-twice'));
    });
  });
});
