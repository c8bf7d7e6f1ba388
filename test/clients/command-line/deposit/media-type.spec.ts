import { expect } from 'chai';
import fc from 'fast-check';
import { mediaTypeOf } from '../../../../clients/command-line/deposit/media-type.js';
import * as platform from '../../../../formats/media-types/by-extension.js';

describe('the content type that goes with an upload', () => {
  it('is the one that the platform would tell by the name', () => {
    const characters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
    const pairs = characters.flatMap((first) => characters.map((second) => first + second));
    const extensions = [
      ...characters,
      ...pairs,
      ...pairs.flatMap((pair) => characters.map((third) => pair + third)),
      ...'aiff docm docx epub flac heic heif html jpeg json mpeg pptx tiff webm webp xlsx yaml'.split(' '),
    ];
    const differing = extensions.filter((each) => mediaTypeOf(`a.${each}`) !== platform.mediaTypeOf(`a.${each}`));
    expect(differing).to.deep.equal([]);
  });

  it('depends on what follows the last dot of the name, in any case', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('tif', 'TIFF', 'Jp2', 'tar.gz', 'd/xml', ''), (name, each) => {
        expect(mediaTypeOf(`${name}.${each}`)).to.equal(platform.mediaTypeOf(`${name}.${each}`));
      }),
    );
  });

  it('is told of images, texts and documents, and is bytes for everything else', () => {
    expect(['a/Seite 1.TIF', 'b.txt', 'c.pdf', 'd.unheard', 'e', 'f.d/g'].map(mediaTypeOf)).to.deep.equal([
      'image/tiff',
      'text/plain',
      'application/pdf',
      'application/octet-stream',
      'application/octet-stream',
      'application/octet-stream',
    ]);
  });
});
