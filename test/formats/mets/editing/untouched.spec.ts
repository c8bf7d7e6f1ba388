import { expect } from 'chai';
import { openMets, type MetsEditor } from '../../../../formats/mets/editing/mets-editor.js';
import type { PlainElement } from '../../xml/plain.js';
import { needsSharedData } from '../../../support/shared-data.js';
import { differences, without } from '../canonical/canonical-difference.js';
import { canonical, valuesOf } from '../canonical/canonical.js';
import { now, sample } from './editing.js';
import { describeMets } from '../../../support/mets-in-bytes.js';

const EDITABLE = ['platform-path-spaces', 'platform-path-special', 'platform-response-book', 'platform-simple-image'];

/** A sample with comments, instructions, and elements and attributes of another vocabulary all over it. */
const decorated = (name: string): Buffer =>
  Buffer.from(
    sample(`${name}.xml`)
      .toString()
      .replace(/^\u{feff}/u, '')
      .replace('<mets:mets ', '<?before the="root"?><!-- before --><mets:mets xmlns:x="urn:x" ')
      .replace(/<\/mets:(amdSec|file|div|structMap|fileGrp)>/g, '$&<!-- after $1 --><?after $1?>')
      .replace(/<mets:(div|file|amdSec|techMD) /g, '$&x:mark="a  &amp; &#10; b" ')
      .replace(/<mets:xmlData>/g, '$&<!-- inside -->')
      .replace(/<premis:originalName>/g, '<!-- named -->$&')
      .replace(/<\/mets:metsHdr>/, '<!-- a header -->$&')
      .replace(
        /(<mets:fileSec)/,
        '<mets:amdSec ID="X_FOREIGN"><mets:techMD ID="X_TECH"><mets:mdWrap MDTYPE="OTHER"><mets:xmlData><x:free>\n  mixed <x:b/> text <![CDATA[<kept>]]>\n</x:free></mets:xmlData></mets:mdWrap></mets:techMD></mets:amdSec>$1',
      ),
  );

const after = (bytes: Uint8Array, edit: (editor: MetsEditor) => void): PlainElement => {
  const editor = openMets(bytes);
  edit(editor);
  const bytesAfter = editor.toBytes(now);
  editor.close();
  return canonical(bytesAfter);
};

describe('what an edit does not concern', () => {
  before(function () {
    needsSharedData(this, 'mets');
  });

  for (const name of EDITABLE) {
    describe(`in ${name}, full of what is not ours`, () => {
      it('stays as it is when nothing is edited', () => {
        const bytes = decorated(name);
        expect(
          differences(
            canonical(bytes),
            after(bytes, () => undefined),
          ),
        ).to.deep.equal([]);
      });

      it('stays as it is when a file is added', () => {
        const bytes = decorated(name);
        const known = new Set(valuesOf(bytes, 'ID'));
        const isNew = (element: PlainElement): boolean => {
          const id = element.attributes.find(({ name: each }) => each === 'ID');
          return id !== undefined && !known.has(id.value);
        };
        const added = after(bytes, (editor) => editor.addFile({ path: 'objects/~~~/new.txt', size: 1, digest: 'ab' }));
        const changed = differences(canonical(bytes), without(added, isNew));
        // Adding sorts the folder; some of these were not sorted.
        expect(changed.every((path) => path.includes('PHYS_objects]'))).to.equal(true);
        expect(without(added, isNew)).to.not.deep.equal(added);
      });

      it('stays as it is when any file is updated', () => {
        const bytes = decorated(name);
        const before = canonical(bytes);
        for (const { localPath, admId, fileId } of describeMets(bytes).files) {
          const updated = after(bytes, (editor) =>
            editor.addFile({ path: localPath, name: 'ignored', size: 987_654, digest: 'ab', contentType: 'x/y' }),
          );
          const changed = differences(before, updated);
          expect(changed).to.have.length.greaterThan(0);
          for (const path of changed)
            expect(path.includes(`[${admId}]`) || path.endsWith(`[${fileId}]`), path).to.equal(true);
        }
      });

      it('stays as it is when any file is deleted', () => {
        const bytes = decorated(name);
        const before = canonical(bytes);
        for (const { localPath, admId, fileId, divId } of describeMets(bytes).files) {
          const gone = new Set([admId, fileId, divId]);
          const names = ['ID', 'FILEID', 'from', 'to'];
          const isGone = ({ attributes, name: element, children }: PlainElement): boolean =>
            attributes.some((each) => names.includes(each.name) && gone.has(each.value)) ||
            (element === 'fptr' && children.some((child) => child.kind === 'element' && isGone(child)));
          const deleted = after(bytes, (editor) => editor.removeFile(localPath));
          expect(differences(without(before, isGone), deleted), localPath).to.deep.equal([]);
        }
      });
    });
  }
});
