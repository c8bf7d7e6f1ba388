import { expect } from 'chai';
import { mediaTypeOf } from '../../../formats/media-types/by-extension.js';

describe('the media type that the name of a file tells', () => {
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

  it('depends on what follows the last dot, in any case', () => {
    expect(['a.txt.TIFF', 'a.tar.gz', 'a.Jp2', 'a.tif.'].map(mediaTypeOf)).to.deep.equal([
      'image/tiff',
      'application/gzip',
      'image/jp2',
      'application/octet-stream',
    ]);
  });
});
