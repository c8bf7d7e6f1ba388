import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Size } from '../../formats/iiif/confined-size.js';
import { ImageRefused } from '../../formats/iiif/image-renderer.js';
import { decodeJpeg2000, isJpeg2000 } from './decode-jpeg2000.js';
import type { ImageOrder } from './image-order.js';

/** The readers of libvips that are used; those of documents and of drawings, which may refer to other files, are not. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
sharp.cache(false);
sharp.concurrency(1); // several images at a time instead of several threads an image

type JpegOrder = Extract<ImageOrder, { readonly kind: 'jpeg' }>;

/**
 * A JPEG of a file, as `ImageRenderer` describes it, by libvips, and by OpenJPEG for JPEG 2000, which the packages of
 * libvips cannot read. Rejects with ImageRefused, and with the errors of the decoders.
 */
export const renderJpeg = async (order: JpegOrder): Promise<Buffer> => {
  const { path, size, mostPixels } = order;
  if (!isJpeg2000(await beginningOf(path))) return rendered(() => sharp(path, optionsOf(order)), order);
  const { data, width, height, channels } = await decodeJpeg2000(path, size, mostPixels);
  const raw = { raw: { width, height, channels }, limitInputPixels: mostPixels };
  return rendered(() => sharp(data, raw), order);
};

/** A grey PNG. */
export const placeholder = ({ width, height }: Size): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .png()
    .toBuffer();

const optionsOf = ({ mostPixels }: JpegOrder): SharpOptions => ({
  limitInputPixels: mostPixels,
  sequentialRead: true,
  failOn: 'error',
  pages: 1,
});

const rendered = async (make: () => Sharp, { size, mostWholePixels }: JpegOrder): Promise<Buffer> => {
  const header = await make().metadata();
  if (isDecodedWhole(header) && header.width * header.height > mostWholePixels)
    throw new ImageRefused(
      `The image has more than ${mostWholePixels} pixels, and ${kindOf(header)} is in memory whole.`,
    );
  return make()
    .autoOrient()
    .resize({ ...fitted(header.autoOrient, size), fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer();
};

/** Whether all of an image is in memory while it is decoded: its rows come in several passes, or its reader knows none. */
const isDecodedWhole = ({ format, isProgressive }: Metadata): boolean =>
  isProgressive || ['webp', 'heif', 'gif'].includes(format);

const kindOf = ({ format, isProgressive }: Metadata): string =>
  isProgressive ? `a progressive or interlaced ${format}` : `an image of the format ${format}`;

/** The size that an image gets within another, which is exact where only rounding lies between them. */
const fitted = (image: Size, wanted: Size): Size => {
  const scale = Math.min(1, wanted.width / image.width, wanted.height / image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const isRounding = scale < 1 && Math.abs(width - wanted.width) <= 1 && Math.abs(height - wanted.height) <= 1;
  return isRounding ? wanted : { width, height };
};

const beginningOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
