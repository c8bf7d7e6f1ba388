import { expect } from 'chai';
import type { ExifTag } from '../../../formats/metadata/entries.js';
import { exifElementName } from '../../../formats/mets/premis/exif-extension.js';
import { openMets } from '../../../formats/mets/editing/mets-editor.js';
import { validateXml } from '../../support/repository/validate-xml.js';
import { needsSharedData } from '../../support/shared-data.js';
import { canonical, elementsOf } from './canonical/canonical.js';
import { plainText } from '../xml/plain.js';
import { fresh, now, sample, scan } from './editing/editing.js';
import { preservationSchemas } from './schemas.js';

const tags = (...pairs: [string, string][]): ExifTag[] => pairs.map(([tagName, tagValue]) => ({ tagName, tagValue }));

/** The blob of each file, as names and values. */
const blobsIn = (bytes: Uint8Array): [string, string][][] =>
  elementsOf(canonical(bytes))
    .filter(({ name, namespace }) => name === 'ExifMetadata' && namespace === '')
    .map((blob) => elementsOf(blob).map((tag) => [tag.name, plainText(tag)]));

describe('what was read out of a file, in a METS', () => {
  it('stands under the names of the tags, in their order, repeated ones too', () => {
    const editor = fresh();
    const exif = tags(
      ['File Type', 'TIFF'],
      ['Image Width', '10'],
      ['Image Width', '20'],
      ['F-Number', ''],
      ['Ä/b', '<&>'],
    );
    editor.addFile({ ...scan, exif });
    expect(blobsIn(editor.toBytes(now))).to.deep.equal([
      [
        ['FileType', 'TIFF'],
        ['ImageWidth', '10'],
        ['ImageWidth', '20'],
        ['FNumber', ''],
        ['Äb', '<&>'],
      ],
    ]);
  });

  it('leaves out the raw report, and tags that XML cannot name', () => {
    expect(['RawOutput', 'Raw Output', '35mm', '---', 'A1'].map(exifElementName)).to.deep.equal([
      null,
      null,
      null,
      null,
      'A1',
    ]);
    const editor = fresh();
    editor.addFile({ ...scan, exif: tags(['RawOutput', 'x'], ['35mm', 'y']) });
    expect(editor.toBytes(now).toString()).to.not.contain('objectCharacteristicsExtension');
  });

  it('is replaced as a whole, taken away by an empty list, and left alone otherwise', () => {
    const editor = fresh();
    const blobs = (): [string, string][][] => blobsIn(editor.toBytes(now));
    editor.addFile({ ...scan, exif: tags(['A', '1'], ['B', '2']) });
    editor.addFile({ ...scan, exif: tags(['C', '3']) });
    editor.addFile({ ...scan, exif: null });
    editor.addFile(scan);
    expect(blobs()).to.deep.equal([[['C', '3']]]);
    editor.addFile({ ...scan, exif: [] });
    expect(blobs()).to.deep.equal([]);
  });

  it('replaces the blob of the predecessor in its place, and no other report', function () {
    needsSharedData(this, 'mets');
    const bytes = sample('platform-response-book.xml');
    const other =
      '<premis:objectCharacteristicsExtension><other xmlns="urn:x"/></premis:objectCharacteristicsExtension>';
    const text = bytes.toString().replace('<premis:objectCharacteristicsExtension', `${other}$&`);
    const editor = openMets(Buffer.from(text));
    editor.addFile({ path: 'objects/001.tif', exif: tags(['A', '1']) });
    const after = editor.toBytes(now);
    expect(blobsIn(after)).to.deep.equal([[['A', '1']], ...blobsIn(bytes).slice(1)]);
    expect(after.toString()).to.contain(other);
  });

  it('stays in no namespace where the document has a default one', () => {
    const text = fresh().toBytes(now).toString();
    const editor = openMets(Buffer.from(text.replaceAll('mets:', '').replace('xmlns:mets=', 'xmlns=')));
    editor.addFile({ ...scan, exif: tags(['A', '1']) });
    expect(blobsIn(editor.toBytes(now))).to.deep.equal([[['A', '1']]]);
  });

  it('is valid', function () {
    needsSharedData(this, 'xsd');
    const editor = fresh();
    editor.addFile({ ...scan, exif: tags(['A', 'odd\x00'], ['B', '2']) });
    expect(validateXml(editor.toBytes(now), preservationSchemas())).to.deep.equal([]);
  });
});
