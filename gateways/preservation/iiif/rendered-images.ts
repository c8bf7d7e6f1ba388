import { unlessAborted } from '../../../flow/unless-aborted.js';
import { PLACEHOLDER, PLACEHOLDER_THUMBNAIL } from '../../../formats/iiif/painted-media.js';
import type { Size } from '../../../formats/iiif/confined-size.js';
import { keptReadings } from '../../group-content/kept-readings.js';
import type { ImageRenderer, ImageSource } from '../../../formats/iiif/image-renderer.js';

/** An image whose bytes are identified: by their place and their ETag. */
export interface IdentifiedImage extends ImageSource {
  readonly identity: string;
}

/** Images for viewers, from memory where they were made before. */
export interface RenderedImages {
  /**
   * Rejects as the renderer does, and with the reason of the signal. Of several requests for one image only the first
   * makes it, in a turn of its holder, and it is made until none of them waits any more.
   */
  jpeg(source: IdentifiedImage, size: Size, signal: AbortSignal, holder: string): Promise<Buffer>;
  /** The placeholder of a canvas, or its thumbnail. Rejects likewise. */
  placeholder(isThumbnail: boolean, signal: AbortSignal, holder: string): Promise<Buffer>;
}

type Make = (signal: AbortSignal) => Promise<Buffer>;

const NOBODY_WAITS = new Error('nobody waits for the image');

/** An image that is being made, and how many requests wait for it. */
interface AwaitedImage {
  readonly ending: AbortController;
  waiting: number;
}

/** Keeps images up to so many bytes, those that were used last. */
export const renderedImages = (renderer: ImageRenderer, bytes: number): RenderedImages => {
  const kept = keptReadings<Buffer>(bytes, ({ length }) => length);
  const awaited = new Map<string, AwaitedImage>();

  const waitedFor = async (key: string, signal: AbortSignal, make: Make): Promise<Buffer> => {
    const image = awaited.get(key) ?? { ending: new AbortController(), waiting: 0 };
    awaited.set(key, image);
    image.waiting++;
    const ending = image.ending.signal;
    try {
      return await unlessAborted(
        kept(key, () => unlessAborted(make(ending), ending)),
        signal,
      );
    } finally {
      image.waiting--;
      if (image.waiting === 0) {
        awaited.delete(key);
        image.ending.abort(NOBODY_WAITS);
      }
    }
  };
  const shared = (key: string, signal: AbortSignal, make: Make): Promise<Buffer> =>
    // One that was just ended is begun anew.
    waitedFor(key, signal, make).catch((error: unknown) => {
      if (error !== NOBODY_WAITS || signal.aborted) throw error;
      return shared(key, signal, make);
    });
  return {
    jpeg: (source, size, signal, holder) =>
      shared(JSON.stringify([source.identity, size.width, size.height]), signal, (ending) =>
        renderer.jpeg(source, size, ending, holder),
      ),
    placeholder: (isThumbnail, signal, holder) =>
      shared(`placeholder ${isThumbnail}`, signal, (ending) =>
        renderer.placeholder(isThumbnail ? PLACEHOLDER_THUMBNAIL : PLACEHOLDER, ending, holder),
      ),
  };
};
