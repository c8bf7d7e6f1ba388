import { expect } from 'chai';
import { agreesWithTypes, contentTypes, NOT_IDENTIFIED } from '../../../formats/metadata/content-types.js';
import type { MetadataEntry } from '../../../formats/metadata/entries.js';
import { exifOf, formatOf } from './entries.js';

/** What a format tool, and the tool that reads tags, say of a type. */
const found = (byFormat: string | null, byTags: string | null): MetadataEntry[] => [
  ...(byFormat === null ? [] : [formatOf({ pronomKey: 'fmt/1', contentType: byFormat })]),
  ...(byTags === null ? [] : [exifOf({ MIMEType: byTags })]),
];

describe('the content type of a file (companion 9.7)', () => {
  it('is that of its tools and of its upload, without what says nothing', () => {
    const tools = [formatOf({ contentType: 'image/tiff' }), formatOf({ contentType: NOT_IDENTIFIED })];
    const known = { best: 'image/tiff', candidates: ['image/tiff'] };
    expect(contentTypes(tools, 'application/octet-stream')).to.deep.include(known);
    expect(contentTypes(tools, 'image/png')).to.deep.include({ best: null, candidates: ['image/png', 'image/tiff'] });
    expect(contentTypes([], null)).to.deep.include({ best: null, candidates: [] });
  });
  const generic = [null, '', 'application/octet-stream', 'binary/octet-stream', 'application/x-www-form-urlencoded'];
  for (const uploaded of generic)
    it(`is what its tags say where the upload says ${uploaded === null ? 'nothing' : `'${uploaded}'`} and the format has none`, () => {
      expect(contentTypes(found(null, 'image/avif'), uploaded).best).to.equal('image/avif');
      expect(contentTypes(found('', 'video/x-matroska'), uploaded).best).to.equal('video/x-matroska');
      expect(contentTypes(found('application/octet-stream', 'image/jpeg'), uploaded).best).to.equal('image/jpeg');
    });
  it('is the film or sound of the tags where the format knows a container only', () => {
    expect(contentTypes(found('application/mp4', 'video/mp4'), null).best).to.equal('video/mp4');
    expect(contentTypes(found('application/ogg', 'audio/ogg'), 'binary/octet-stream').best).to.equal('audio/ogg');
  });
  it('is that of the format where the tags contradict it', () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    expect(contentTypes(found(docx, 'application/zip'), null).best).to.equal(docx);
    expect(contentTypes(found('image/heif', 'video/quicktime'), null).best).to.equal('image/heif');
  });
  it('is that of the upload, whatever the tags say', () => {
    expect(contentTypes(found(null, 'image/jpeg'), 'image/x-scan')).to.deep.equal({
      best: 'image/x-scan',
      withoutTags: 'image/x-scan',
      candidates: ['image/x-scan'],
    });
  });
  it('is a generic one, or none, where nobody knows more', () => {
    expect(contentTypes(found(null, null), 'application/octet-stream').best).to.equal('application/octet-stream');
    for (const unknown of ['', 'application/unknown'])
      expect(contentTypes(found(NOT_IDENTIFIED, unknown), null).best).to.equal(null);
  });
  it('is none where formats and upload disagree', () =>
    expect(contentTypes(found('image/png', 'image/png'), 'image/jpeg').best).to.equal(null));

  it('is that of a METS, whether this was written with or without what the tags say', () => {
    const types = contentTypes(found('application/mp4', 'video/mp4'), null);
    expect(
      ['video/mp4', 'application/mp4', null, 'binary/octet-stream'].map((it) => agreesWithTypes(it, types)),
    ).to.deep.equal([true, true, true, true]);
    expect(agreesWithTypes('audio/mp4', types)).to.equal(false);
  });
  it('is that of a METS where only the tags say another', () =>
    expect(agreesWithTypes('text/xml', contentTypes(found(null, 'application/xml'), null))).to.equal(true));
});
