import { expect } from 'chai';
import { createMets } from '../../../../formats/mets/create-mets.js';
import { openMets } from '../../../../formats/mets/editing/mets-editor.js';
import { needsSharedData } from '../../../support/shared-data.js';
import { canonical, elementsOf, valuesOf } from '../canonical/canonical.js';
import { fileIn, fresh, now, sample, scan } from './editing.js';
import { readMets } from '../../../support/mets-in-bytes.js';

describe('taking out of a METS', () => {
  describe('removing', () => {
    it('undoes an addition wholly', () => {
      const before = createMets({ title: 'T', agent: 'Muniment', now });
      const editor = openMets(before);
      editor.addFile({ ...scan, path: 'objects/a/b.tif' });
      editor.addFolder({ path: 'objects/c' });
      editor.removeFolder('objects/c');
      editor.removeFile('objects/a/b.tif');
      editor.removeFolder('objects/a');
      expect(canonical(editor.toBytes(now))).to.deep.equal(canonical(before));
    });

    it('lets a path be added again, under the same ids', () => {
      const editor = fresh();
      editor.addFile(scan);
      editor.removeFile(scan.path);
      editor.addFile({ ...scan, size: 11 });
      expect(fileIn(editor.toBytes(now), scan.path)).to.include({ size: 11, fileId: 'FILE_objects_x002F_scan.tif' });
    });

    it('takes the links, regions and whole pointers to a file along, and no other', function () {
      needsSharedData(this, 'mets');
      const bytes = sample('platform-response-book.xml');
      const editor = openMets(bytes);
      editor.removeFile('objects/005.tif'); // in two ranges by region, linked to its transcript
      const after = editor.toBytes(now);
      const id = 'FILE_objects/005.tif';
      expect(valuesOf(bytes, 'FILEID').filter((value) => value === id)).to.have.length(3);
      for (const attribute of ['ID', 'FILEID', 'from', 'to']) expect(valuesOf(after, attribute)).to.not.include(id);
      const gone = (name: string): number => {
        const count = (each: Uint8Array): number =>
          elementsOf(canonical(each)).filter((element) => element.name === name).length;
        return count(bytes) - count(after);
      };
      expect(['smLink', 'fptr', 'area', 'file', 'amdSec', 'div'].map(gone)).to.deep.equal([1, 3, 2, 1, 1, 1]);
    });

    it('takes the whole structLink with its last link', function () {
      needsSharedData(this, 'mets');
      const editor = openMets(sample('platform-response-book.xml'));
      for (let page = 1; page <= 8; page++) editor.removeFile(`objects/htr/00${page}.xml`);
      expect(elementsOf(canonical(editor.toBytes(now))).filter(({ name }) => name === 'structLink')).to.have.length(0);
    });

    it('keeps a section that something else still names', () => {
      const editor = fresh();
      editor.addFile({ path: 'objects/a' });
      editor.addFile({ path: 'objects/b' });
      const shared = Buffer.from(
        editor.toBytes(now).toString().replace('ADMID="ADM_objects_x002F_b"', 'ADMID="ADM_objects_x002F_a"'),
      );
      const again = openMets(shared);
      again.removeFile('objects/a');
      const once = again.toBytes(now);
      expect(valuesOf(once, 'ID')).to.include('ADM_objects_x002F_a');
      again.removeFile('objects/b');
      expect(valuesOf(again.toBytes(now), 'ID')).to.not.include('ADM_objects_x002F_a');
    });
  });

  it('keeps thousands of files in one folder apart, through additions and removals', () => {
    const editor = fresh();
    for (let index = 0; index < 2000; index++)
      editor.addFile({ ...scan, path: `objects/${index}.tif`, size: index + 1 });
    for (let index = 0; index < 2000; index += 2) editor.removeFile(`objects/${index}.tif`);
    const sizes = readMets(editor.toBytes(now)).files.map(({ size }) => size ?? 0);
    expect(sizes.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 1000 }, (_, index) => 2 * index + 2));
  });
});
