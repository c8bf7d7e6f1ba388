import { expect } from 'chai';
import { openMets, type MetsEditor } from '../../../formats/mets/editing/mets-editor.js';
import type { NewRange, NewRangeFile } from '../../../formats/mets/logical/new-range.js';
import { validateXml } from '../../support/repository/validate-xml.js';
import { needsSharedData } from '../../support/shared-data.js';
import { canonical, valuesOf } from './canonical/canonical.js';
import { faultOf, fresh, now, sample } from './editing/editing.js';
import { preservationSchemas } from './schemas.js';
import { describeMets } from '../../support/mets-in-bytes.js';

const TRANSCRIPT = 'http://iiif.io/api/presentation/3#transcript';
const BOOK = 'platform-response-book.xml';

const part = (localPath: string, bounds: Partial<NewRangeFile> = {}): NewRangeFile => ({
  localPath,
  region: null,
  beginTime: null,
  endTime: null,
  ...bounds,
});
const range = (id: string, more: Partial<NewRange> = {}): NewRange => ({
  id,
  type: 'Item',
  name: null,
  ranges: [],
  files: [],
  ...more,
});

const filled = (): MetsEditor => {
  const editor = fresh();
  for (const name of ['a.mp4', 'b.tif', 'c.xml']) editor.addFile({ path: `objects/${name}` });
  return editor;
};

const collection = range('LOG_1', {
  type: 'Collection',
  name: 'All & sundry',
  own: { accessRestrictions: ['Level1'], recordIdentifiers: [{ source: 'EMu', value: '1' }] },
  ranges: [
    range('LOG_2', {
      name: 'Scenes',
      files: [
        part('objects/a.mp4', { beginTime: 0, endTime: 61.5 }),
        part('objects/a.mp4', { beginTime: 3723.25, region: { x1: 1, y1: 2, x2: 30, y2: 40 } }),
        part('objects/b.tif', { region: { x1: 0, y1: 0, x2: 5, y2: 6 } }),
      ],
    }),
    range('LOG_3', { files: [part('objects/b.tif')] }),
  ],
});

/** A range as it was read, without what is derived. */
const written = (bytes: Uint8Array): unknown => {
  const plain = ({ id, type, name, ranges, files }: NewRange): unknown => ({
    id,
    type,
    name,
    files: files.map(({ localPath, region, beginTime, endTime }) => ({ localPath, region, beginTime, endTime })),
    ranges: ranges.map(plain),
  });
  return describeMets(bytes).logicalStructures.map(plain);
};

const expected = (...roots: NewRange[]): unknown => {
  const plain = ({ id, type, name, ranges, files }: NewRange): unknown => ({
    id,
    type,
    name,
    files,
    ranges: ranges.map(plain),
  });
  return roots.map(plain);
};

describe('logical structures in a METS', () => {
  it('are written with all that a range says, times and regions of one part together', () => {
    const editor = filled();
    editor.setLogicalStructure(collection);
    const bytes = editor.toBytes(now);
    expect(written(bytes)).to.deep.equal(expected(collection));
    expect(describeMets(bytes).logicalStructures[0]?.own).to.deep.include(collection.own);
    expect(valuesOf(bytes, 'BEGIN')).to.deep.equal(['00:00:00', '01:02:03.25']);
    expect(valuesOf(bytes, 'END')).to.deep.equal(['00:01:01.5']);
    expect(valuesOf(bytes, 'COORDS')).to.deep.equal(['1,2,30,40', '0,0,5,6']);
  });

  it('are replaced where the root has the same id, else added after the others', () => {
    const editor = filled();
    const second = range('LOG_9', { name: 'Second' });
    const changed = range('LOG_1', { name: 'Changed', ranges: [range('LOG_2', { name: 'Kept id' })] });
    editor.setLogicalStructure(collection);
    editor.setLogicalStructure(second);
    editor.setLogicalStructure(changed);
    const bytes = editor.toBytes(now);
    expect(written(bytes)).to.deep.equal(expected(changed, second));
    expect(valuesOf(bytes, 'ID').filter((id) => /^(LOG|DMD_LOG)_/.test(id))).to.deep.equal([
      'DMD_LOG_9',
      'DMD_LOG_1',
      'DMD_LOG_2',
      'LOG_1',
      'LOG_2',
      'LOG_9',
    ]);
  });

  it('go without a trace, and an unknown one changes nothing', () => {
    const editor = filled();
    const before = canonical(editor.toBytes(now));
    editor.setLogicalStructure(collection);
    editor.toBytes(now);
    editor.removeLogicalStructure('LOG_2');
    editor.removeLogicalStructure('LOG_1');
    expect(canonical(editor.toBytes(now))).to.deep.equal(before);
  });

  it('lose what they say of a file when it is removed', () => {
    const editor = filled();
    editor.setLogicalStructure(collection);
    editor.removeFile('objects/a.mp4');
    expect(written(editor.toBytes(now))).to.deep.equal(
      expected({
        ...collection,
        ranges: collection.ranges.map((each) => ({
          ...each,
          files: each.files.filter(({ localPath }) => localPath !== 'objects/a.mp4'),
        })),
      }),
    );
  });

  it('can be written as they were read', function () {
    needsSharedData(this, 'mets');
    const bytes = sample(BOOK);
    const editor = openMets(bytes);
    const before = describeMets(bytes).logicalStructures;
    for (const root of before) editor.setLogicalStructure(root);
    const after = editor.toBytes(now);
    expect(describeMets(after).logicalStructures).to.deep.equal(before);
    expect(valuesOf(after, 'ID')).to.have.members(valuesOf(bytes, 'ID'));
  });

  const faults: [title: string, root: NewRange, message: string][] = [
    [
      'an id that something else has',
      range('PHYS_ROOT'),
      `The range 'PHYS_ROOT' cannot be written: something else in the METS has it.`,
    ],
    ['an id that is no name', range('a b'), `The range 'a b' cannot be written: it is no XML name.`],
    [
      'an id that it uses twice',
      range('L', { ranges: [range('L')] }),
      `The range 'L' cannot be written: more than one range has it.`,
    ],
    [
      'a file that is not there',
      range('L', { files: [part('objects/x')] }),
      `Could not edit METS because not all parts of the path 'objects/x' have been added to METS.`,
    ],
    ['a folder for a file', range('L', { files: [part('objects')] }), 'WorkingFile path does not end on a file'],
    [
      'a time that ends before it begins',
      range('L', { files: [part('objects/a.mp4', { beginTime: 2, endTime: 1 })] }),
      `The range 'L' cannot be written: it names a time of 'objects/a.mp4' that is none.`,
    ],
    [
      'a region of half pixels',
      range('L', { files: [part('objects/b.tif', { region: { x1: 0.5, y1: 0, x2: 1, y2: 1 } })] }),
      `The range 'L' cannot be written: it names a region of 'objects/b.tif' that is none.`,
    ],
    [
      'a name that XML cannot hold',
      range('L', { name: '\x01' }),
      `The name of the range 'L' cannot be written: the character U+0001 is not allowed in XML.`,
    ],
  ];
  for (const [title, root, message] of faults)
    it(`refuse ${title}, and nothing changes`, () => {
      const editor = filled();
      const before = canonical(editor.toBytes(now));
      expect(faultOf(() => editor.setLogicalStructure(root)).message).to.equal(message);
      expect(canonical(editor.toBytes(now))).to.deep.equal(before);
    });

  it('are valid METS and MODS, with links', function () {
    needsSharedData(this, 'xsd');
    const editor = filled();
    editor.setLinks('objects/b.tif', [{ to: 'objects/c.xml', role: TRANSCRIPT }]);
    editor.setLogicalStructure(collection);
    editor.setLogicalStructure(range('LOG_9', { own: { rightsStatementSuppressed: true } }));
    expect(validateXml(editor.toBytes(now), preservationSchemas())).to.deep.equal([]);
  });
});

describe('links between files in a METS', () => {
  const linksOf = (bytes: Uint8Array, path: string): unknown => describeMets(bytes).filesByPath.get(path)?.links;

  it('are those that were set last', () => {
    const editor = filled();
    const links = [
      { to: 'objects/c.xml', role: TRANSCRIPT },
      { to: 'objects/a.mp4', role: null },
    ];
    editor.setLinks('objects/b.tif', links);
    expect(linksOf(editor.toBytes(now), 'objects/b.tif')).to.deep.equal(links);
    editor.setLinks('objects/b.tif', links.slice(1));
    editor.setLinks('objects/b.tif', links.slice(1));
    expect(linksOf(editor.toBytes(now), 'objects/b.tif')).to.deep.equal(links.slice(1));
  });

  it('leave no empty structLink behind, and come back in one', () => {
    const editor = filled();
    const before = canonical(editor.toBytes(now));
    const link = { to: 'objects/c.xml', role: TRANSCRIPT };
    editor.setLinks('objects/b.tif', [link]);
    editor.setLinks('objects/b.tif', []);
    expect(canonical(editor.toBytes(now))).to.deep.equal(before);
    editor.setLinks('objects/b.tif', [link]);
    editor.setLinks('objects/b.tif', []);
    editor.setLinks('objects/a.mp4', [link]);
    expect(linksOf(editor.toBytes(now), 'objects/a.mp4')).to.deep.equal([link]);
    editor.removeFile('objects/c.xml');
    expect(editor.toBytes(now).toString()).to.not.contain('structLink');
  });

  it('are written anew for a file that was removed and came back', () => {
    const editor = filled();
    const link = { to: 'objects/c.xml', role: TRANSCRIPT };
    editor.setLinks('objects/b.tif', [link]);
    editor.removeFile('objects/b.tif');
    editor.addFile({ path: 'objects/b.tif' });
    expect(linksOf(editor.toBytes(now), 'objects/b.tif')).to.deep.equal([]);
    editor.setLinks('objects/b.tif', [link]);
    expect(linksOf(editor.toBytes(now), 'objects/b.tif')).to.deep.equal([link]);
  });

  it('that are there already leave the document as it is', function () {
    needsSharedData(this, 'mets');
    const bytes = sample(BOOK);
    const editor = openMets(bytes);
    for (const { localPath, links } of describeMets(bytes).files) editor.setLinks(localPath, links);
    expect(canonical(editor.toBytes(now))).to.deep.equal(canonical(bytes));
  });

  it('are refused to what is no file, or in a role that is no URI', () => {
    const editor = filled();
    const set = (to: string, role: string) => faultOf(() => editor.setLinks('objects/b.tif', [{ to, role }])).code;
    expect(set('objects', TRANSCRIPT)).to.equal('mets-not-a-file');
    expect(set('objects/x', TRANSCRIPT)).to.equal('mets-path-unknown');
    expect(set('objects/c.xml', 'transcript')).to.equal('mets-value-unwritable');
    expect(editor.toBytes(now).toString()).to.not.contain('structLink');
  });
});
