import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type sharpModule from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import type { Size } from '../../formats/iiif/confined-size.js';
import { semaphore } from '../../flow/semaphore.js';
import { ImageRefused, type ImageRenderer, type ImageSource } from '../../formats/iiif/image-renderer.js';
import { decodeJpeg2000, isJpeg2000, type Pixels } from './jpeg2000.js';

/** Limits of one image. */
export interface ImageLimits {
  /** Images that are worked at the same time. */
  readonly concurrent: number;
  /** How long an image waits for its turn, in milliseconds. */
  readonly patienceMs: number;
  /** Of a source. */
  readonly bytes: number;
  readonly pixels: number;
  /** For decoding and encoding. */
  readonly seconds: number;
}

const MiB = 1024 ** 2;

export const USUAL_IMAGE_LIMITS: ImageLimits = {
  concurrent: 2,
  patienceMs: 20_000,
  bytes: 2_048 * MiB,
  pixels: 500_000_000,
  seconds: 30,
};

/** The readers of libvips that are used; those of documents and of drawings, which may refer to other files, are not. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

type MakeSharp = typeof sharpModule;

/** Loaded by the first image, since it is large and few processes show images. */
const loadSharp = async (): Promise<MakeSharp> => {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  sharp.cache(false);
  sharp.concurrency(1); // several images at a time instead of several threads an image
  return sharp;
};

/** Opens a renderer on libvips, and on OpenJPEG for JPEG 2000, which the packages of libvips cannot read. */
export const openImageRenderer = (changed: Partial<ImageLimits> = {}): ImageRenderer => {
  const limits = { ...USUAL_IMAGE_LIMITS, ...changed };
  const turns = semaphore(limits.concurrent, { ms: limits.patienceMs });
  let loaded: Promise<MakeSharp> | null = null;
  const sharp = (): Promise<MakeSharp> => (loaded ??= loadSharp());
  return {
    jpeg: (source, size) =>
      turns.run(async () => {
        if (source.size > limits.bytes) throw new ImageRefused(`The image has more than ${limits.bytes} bytes.`);
        return withFile(source, async (path) => {
          const make = await sharp();
          if (!isJpeg2000(await beginningOf(path))) return rendered(() => make(path, optionsOf(limits)), size, limits);
          const pixels = await decodeJpeg2000(path, size, limits);
          return rendered(() => make(pixels.data, rawOptions(pixels, limits)), size, limits);
        });
      }),
    placeholder: async ({ width, height }) => {
      const make = await sharp();
      return make({ create: { width, height, channels: 3, background: '#888888' } })
        .png()
        .toBuffer();
    },
  };
};

const optionsOf = ({ pixels }: ImageLimits): SharpOptions => ({
  limitInputPixels: pixels,
  sequentialRead: true,
  failOn: 'error',
  pages: 1,
});

const rawOptions = ({ width, height, channels }: Pixels, { pixels }: ImageLimits): SharpOptions => ({
  raw: { width, height, channels },
  limitInputPixels: pixels,
});

const rendered = async (make: () => Sharp, size: Size, { seconds }: ImageLimits): Promise<Buffer> => {
  try {
    const { autoOrient } = await make().metadata();
    const target = fitted(autoOrient, size);
    return await make()
      .timeout({ seconds })
      .autoOrient()
      .resize({ ...target, fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch (error) {
    throw new ImageRefused(`The image cannot be read: ${firstLine(error)}.`, { cause: error });
  }
};

/** The size that an image gets within another, which is exact where only rounding lies between them. */
const fitted = (image: Size, wanted: Size): Size => {
  const scale = Math.min(1, wanted.width / image.width, wanted.height / image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const isRounding = scale < 1 && Math.abs(width - wanted.width) <= 1 && Math.abs(height - wanted.height) <= 1;
  return isRounding ? wanted : { width, height };
};

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\n.*/s, '').slice(0, 200);

/** Copies the source to a temporary file, which libvips reads where it needs, and removes it afterwards. */
const withFile = async <T>(source: ImageSource, work: (path: string) => Promise<T>): Promise<T> => {
  const path = join(tmpdir(), `muniment-image-${randomUUID()}`);
  try {
    await pipeline(await source.open(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
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
