import { expect } from 'chai';
import type { WrittenExtents } from '../../../formats/mets/model/entry-values.js';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { validateXml } from '../../support/repository/validate-xml.js';
import { needsSharedData } from '../../support/shared-data.js';
import { canonical, elementsOf } from './canonical/canonical.js';
import { plainText } from '../xml/plain.js';
import { faultOf, fileIn, fresh, now, sample, scan } from './editing/editing.js';
import { preservationSchemas } from './schemas.js';

const none: WrittenExtents = { width: null, height: null, duration: null, bitrate: null };

const propertiesIn = (bytes: Uint8Array): string[] =>
  elementsOf(canonical(bytes))
    .filter(({ name }) => name === 'significantProperties')
    .map((each) => elementsOf(each).map(plainText).join(' '));

describe('the extents of a file in a METS', () => {
  it('are significant properties, as far as they are known', () => {
    const editor = fresh();
    editor.addFile({ ...scan, extents: { width: 40, height: 30, duration: '0:03:12', bitrate: '1.5 Mbps' } });
    const bytes = editor.toBytes(now);
    expect(propertiesIn(bytes)).to.deep.equal(['ImageWidth 40', 'ImageHeight 30', 'Duration 192', 'Bitrate 1.5 Mbps']);
    expect(fileIn(bytes, scan.path)?.extents).to.deep.equal({ width: 40, height: 30, duration: 192 });
  });

  it('gain what is newly known', () => {
    const editor = fresh();
    editor.addFile(scan);
    editor.addFile({ ...scan, extents: { ...none, width: 40 } });
    editor.addFile({ ...scan, extents: { ...none, width: 40, height: 30 } });
    editor.addFile({ ...scan, extents: null });
    expect(propertiesIn(editor.toBytes(now))).to.deep.equal(['ImageWidth 40', 'ImageHeight 30']);
  });

  it('cannot be others while the content is the same, and then nothing changes', () => {
    const editor = fresh();
    editor.addFile({ ...scan, extents: { ...none, width: 40 } });
    const before = canonical(editor.toBytes(now));
    for (const values of [{ path: scan.path }, scan])
      expect(faultOf(() => editor.addFile({ ...values, size: 99, extents: { ...none, width: 41 } }))).to.include({
        code: 'mets-extents-differ',
        message: `Conflicting values for significantProperties/ImageWidth: '40' vs '41'`,
      });
    expect(canonical(editor.toBytes(now))).to.deep.equal(before);
  });

  it('are replaced, all of them, with those of other content', () => {
    const editor = fresh();
    editor.addFile({ ...scan, extents: { width: 40, height: 30, duration: '1', bitrate: null } });
    editor.addFile({ ...scan, digest: 'cd'.repeat(32), extents: { ...none, width: 41, bitrate: 'x' } });
    expect(propertiesIn(editor.toBytes(now))).to.deep.equal(['ImageWidth 41', 'Bitrate x']);
  });

  it('stay in the words of before where those mean the same', () => {
    const editor = fresh();
    editor.addFile({ ...scan, extents: { ...none, duration: '192' } });
    const worded = Buffer.from(editor.toBytes(now).toString().replace('>192<', '>0:03:12<'));
    const again = openMets(worded);
    again.addFile({ ...scan, extents: { ...none, duration: '192.0 s' } });
    expect(canonical(again.toBytes(now))).to.deep.equal(canonical(worded));
  });

  it('are found again in what the predecessor wrote', function () {
    needsSharedData(this, 'mets');
    const bytes = sample('platform-response-book.xml');
    const editor = openMets(bytes);
    editor.addFile({ path: 'objects/001.tif', extents: { ...none, width: 4000, height: 6000 } });
    expect(canonical(editor.toBytes(now))).to.deep.equal(canonical(bytes));
  });

  it('are valid, beside all else', function () {
    needsSharedData(this, 'xsd');
    const editor = fresh();
    editor.addFile({ ...scan, extents: { ...none, width: 4 } });
    editor.addFile({
      ...scan,
      storageLocation: 'http://storage/a',
      exif: [{ tagName: 'A', tagValue: '1' }],
      extents: { width: 4, height: 3, duration: '3:12', bitrate: '9' },
    });
    expect(validateXml(editor.toBytes(now), preservationSchemas())).to.deep.equal([]);
  });
});
