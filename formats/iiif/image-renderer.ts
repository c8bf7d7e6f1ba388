import type { Readable } from 'node:stream';
import type { Size } from './confined-size.js';

/** The bytes of an image. */
export interface ImageSource {
  /** In bytes. */
  readonly size: number;
  open(): Promise<Readable>;
}

/** Why an image cannot be shown: it is none that can be read, or it is too large or too slow to be read. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
}

/**
 * Makes images for viewers, a limited number at a time, half of them for one holder, each within limits of time and
 * memory. What nobody waits for any more is ended by its signal, and rejects with its reason.
 */
export interface ImageRenderer {
  /**
   * A JPEG of an image in exactly a size: turned by its orientation, its first page or frame, in sRGB, on white where it
   * is transparent. Rejects with ImageRefused, and as opening the source does.
   */
  jpeg(source: ImageSource, size: Size, signal: AbortSignal, holder: string): Promise<Buffer>;
  /** A grey PNG (#888888). */
  placeholder(size: Size, signal: AbortSignal, holder: string): Promise<Buffer>;
}
