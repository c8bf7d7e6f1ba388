import { expect } from 'chai';
import type { MetsFaultCode } from '../../../../formats/mets/model/fault.js';
import { openMets, type MetsEditor } from '../../../../formats/mets/editing/mets-editor.js';
import { needsSharedData } from '../../../support/shared-data.js';
import { canonical } from '../canonical/canonical.js';
import { faultOf, fresh, now, sample, scan } from './editing.js';

describe('an edit of METS', () => {
  describe('of what cannot be done', () => {
    const filled = (): MetsEditor => {
      const editor = fresh();
      editor.addFile(scan);
      return editor;
    };
    const cases: [title: string, edit: (editor: MetsEditor) => unknown, code: MetsFaultCode, message: string][] = [
      [
        'a folder where a file is',
        (e) => e.addFolder({ path: scan.path }),
        'mets-not-a-directory',
        'WorkingDirectory path does not end on a directory',
      ],
      [
        'a file where a folder is',
        (e) => e.addFile({ path: 'objects' }),
        'mets-not-a-file',
        'WorkingFile path does not end on a file',
      ],
      [
        'a file below a file',
        (e) => e.addFile({ path: `${scan.path}/a/b` }),
        'mets-parent-not-directory',
        'Parent path is not a Directory',
      ],
      [
        'an empty path',
        (e) => e.addFile({ path: '' }),
        'mets-path-invalid',
        `'' is not a path: A path segment is empty.`,
      ],
      [
        'a path that climbs',
        (e) => e.addFolder({ path: 'objects/../x' }),
        'mets-path-invalid',
        `'objects/../x' is not a path: '..' is not allowed as a path segment.`,
      ],
      [
        'a name that XML cannot hold',
        (e) => e.addFile({ path: 'objects/a\x01' }),
        'mets-value-unwritable',
        `The path of 'objects/a\x01' cannot be written: the character U+0001 is not allowed in XML.`,
      ],
      [
        'removing what is not there',
        (e) => e.removeFile('objects/x'),
        'mets-path-unknown',
        `Could not edit METS because not all parts of the path 'objects/x' have been added to METS.`,
      ],
      [
        'removing a folder as a file',
        (e) => e.removeFile('objects'),
        'mets-not-a-file',
        'WorkingFile path does not end on a file',
      ],
      [
        'removing a file as a folder',
        (e) => e.removeFolder(scan.path),
        'mets-not-a-directory',
        'WorkingDirectory path does not end on a directory',
      ],
      [
        'removing a folder with a file in it',
        (e) => e.removeFolder('objects'),
        'mets-directory-not-empty',
        'Cannot delete a non-empty directory.',
      ],
      [
        'removing a folder with a folder in it',
        (e) => e.removeFolder('metadata'),
        'mets-directory-not-empty',
        'Cannot delete a non-empty directory.',
      ],
      [
        'removing the root',
        (e) => e.removeFolder(''),
        'mets-directory-not-empty',
        'Cannot delete a non-empty directory.',
      ],
    ];
    for (const [title, edit, code, message] of cases)
      it(`refuses ${title}, and changes nothing`, () => {
        const editor = filled();
        const before = canonical(editor.toBytes(now));
        expect(faultOf(() => edit(editor))).to.include({ code, message });
        expect(canonical(editor.toBytes(now))).to.deep.equal(before);
      });

    it('refuses a METS that another wrote', function () {
      needsSharedData(this, 'mets');
      for (const name of ['eprints.xml', 'goobi.xml', 'archivematica.xml'])
        expect(faultOf(() => openMets(sample(name)))).to.include({
          code: 'mets-not-editable',
          message: 'METS file was not created by Muniment',
        });
    });
  });
});
