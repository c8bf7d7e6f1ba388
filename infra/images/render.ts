import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Size } from '../../formats/iiif/confined-size.js';
import { ImageRefused } from '../../formats/iiif/image-renderer.js';
import { decodeHeic } from './decode-heic.js';
import { decodeJpeg2000, isJpeg2000 } from './decode-jpeg2000.js';
import type { ImageOrder } from './image-order.js';
import type { Pixels } from './pixels.js';
import { profiledPng } from './profiled-png.js';
import { levelFor } from './pyramid-level.js';

/** The readers of libvips that are used; those of documents and of drawings, which may refer to other files, are not. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });
sharp.cache(false);
sharp.concurrency(1); // several images at a time instead of several threads an image

type JpegOrder = Extract<ImageOrder, { readonly kind: 'jpeg' }>;

/**
 * A JPEG of a file, as `ImageRenderer` describes it, by libvips; its packages cannot decode JPEG 2000 and HEIC, whose
 * pixels OpenJPEG and libheif give. Rejects with ImageRefused, and with the errors of the decoders.
 */
export const renderJpeg = async (order: JpegOrder): Promise<Buffer> => {
  const { path, size, mostPixels } = order;
  if (isJpeg2000(await beginningOf(path)))
    return rendered(fromPixels(await decodeJpeg2000(path, size, mostPixels), order), size);
  const image = sharp(path, { ...optionsOf(order), ...(await levelFor(path, size)) });
  const header = await image.metadata();
  refuseLargeWhole(header, order);
  if (header.compression !== 'hevc') return rendered(image, size);
  const pixels = fromPixels(await decodeHeic(path), order);
  return rendered(header.icc === undefined ? pixels : sharp(await profiledPng(pixels, header.icc, size)), size);
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
});

const fromPixels = ({ data, width, height, channels }: Pixels, { mostPixels }: JpegOrder): Sharp =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: mostPixels });

/** Throws ImageRefused for an image of too many pixels to be in memory at once, where its decoder needs that. */
const refuseLargeWhole = (header: Metadata, { mostWholePixels }: JpegOrder): void => {
  if (isDecodedWhole(header) && header.width * header.height > mostWholePixels)
    throw new ImageRefused(
      `The image has more than ${mostWholePixels} pixels, and ${kindOf(header)} is in memory whole.`,
    );
};

const rendered = (image: Sharp, size: Size): Promise<Buffer> =>
  image
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer();

/** Whether all of an image is in memory while it is decoded: its rows come in several passes, or its reader knows none. */
const isDecodedWhole = ({ format, isProgressive }: Metadata): boolean =>
  isProgressive || ['webp', 'heif', 'gif'].includes(format);

const kindOf = ({ format, isProgressive }: Metadata): string =>
  isProgressive ? `a progressive or interlaced ${format}` : `an image of the format ${format}`;

const beginningOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
