import { expect } from 'chai';
import { createMets } from '../../../../formats/mets/create-mets.js';
import { openMets } from '../../../../formats/mets/editing/mets-editor.js';
import { needsSharedData } from '../../../support/shared-data.js';
import { valuesOf } from '../canonical/canonical.js';
import { digest, fileIn, fresh, now, sample, scan } from './editing.js';
import { readMets } from '../../../support/mets-in-bytes.js';

describe('an edited METS', () => {
  describe('the date of the last change', () => {
    const lastOf = (bytes: Uint8Array): string | undefined => valuesOf(bytes, 'LASTMODDATE')[0];

    it('is later at each write, even where the clock stands still or runs back', () => {
      const editor = fresh();
      const dates = [now, now, new Date('2020-01-01T00:00:00Z'), new Date('2026-11-21T10:00:05Z')].map((at) =>
        lastOf(editor.toBytes(at)),
      );
      expect(dates).to.deep.equal([
        '2026-11-21T10:00:00.001Z',
        '2026-11-21T10:00:00.002Z',
        '2026-11-21T10:00:00.003Z',
        '2026-11-21T10:00:05.000Z',
      ]);
    });

    it('is given to a METS that had none', function () {
      needsSharedData(this, 'mets');
      const bytes = openMets(sample('platform-path-spaces.xml')).toBytes(now);
      expect(lastOf(bytes)).to.equal('2026-11-21T10:00:00.000Z');
    });
  });

  describe('a document of another hand', () => {
    it('is written to in the prefixes that it uses', () => {
      const text = createMets({ title: 'T', agent: 'Muniment', now })
        .toString()
        .replaceAll('mets:', '')
        .replace('xmlns:mets=', 'xmlns=')
        .replaceAll('premis:', 'p:')
        .replace('xmlns:premis=', 'xmlns:p=')
        .replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', '')
        .replaceAll('xmlns:xsi=', 'xmlns:i=')
        .replaceAll('xsi:type', 'i:type');
      const editor = openMets(Buffer.from(text));
      editor.addFile(scan);
      const bytes = editor.toBytes(now);
      expect(fileIn(bytes, scan.path)).to.deep.include({ digest, size: 10 });
      expect(bytes.toString()).to.contain('<p:object i:type="p:file">');
    });

    it('gets an id of its own where another element has the usual one', () => {
      const text = createMets({ title: 'T', agent: 'Muniment', now })
        .toString()
        .replaceAll('ADM_metadata_x002F_ad-hoc', 'ADM_objects_x002F_scan.tif');
      const editor = openMets(Buffer.from(text));
      editor.addFile(scan);
      const mets = readMets(editor.toBytes(now));
      expect(mets.filesByPath.get(scan.path)?.admId).to.equal('ADM_objects_x002F_scan.tif_2');
      expect(mets.directoriesByPath.has('metadata/ad-hoc')).to.equal(true);
    });
  });
});
