import { PLACEHOLDER, PLACEHOLDER_THUMBNAIL } from '../../../formats/iiif/deposit-manifest.js';
import type { Size } from '../../../formats/iiif/confined-size.js';
import { keptReadings } from '../../group-content/kept-readings.js';
import type { ImageRenderer, ImageSource } from '../../../formats/iiif/image-renderer.js';

/** An image whose bytes are identified: by their place and their ETag. */
export interface IdentifiedImage extends ImageSource {
  readonly identity: string;
}

/** Images for viewers, from memory where they were made before. */
export interface RenderedImages {
  /** Rejects as the renderer does. Of several requests for one image only the first makes it. */
  jpeg(source: IdentifiedImage, size: Size): Promise<Buffer>;
  /** The placeholder of a canvas, or its thumbnail. */
  placeholder(isThumbnail: boolean): Promise<Buffer>;
}

/** Keeps images up to so many bytes, those that were used last. */
export const renderedImages = (renderer: ImageRenderer, bytes: number): RenderedImages => {
  const kept = keptReadings<Buffer>(bytes, ({ length }) => length);
  return {
    jpeg: (source, size) =>
      kept(JSON.stringify([source.identity, size.width, size.height]), () => renderer.jpeg(source, size)),
    placeholder: (isThumbnail) =>
      kept(`placeholder ${isThumbnail}`, () => renderer.placeholder(isThumbnail ? PLACEHOLDER_THUMBNAIL : PLACEHOLDER)),
  };
};
