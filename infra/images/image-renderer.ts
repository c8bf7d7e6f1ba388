import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { semaphore } from '../../flow/sharing/semaphore.js';
import { ImageRefused, type ImageRenderer, type ImageSource } from '../../formats/iiif/image-renderer.js';
import type { ImageOrder } from './image-order.js';
import type { ProcessLimits } from './image-process.js';
import { imageProcesses } from './image-processes.js';

/** Limits of one image. */
export interface ImageLimits extends ProcessLimits {
  /** Images that are worked at the same time; one holder has half of them. */
  readonly concurrent: number;
  /** How long an image waits for its turn, in milliseconds. */
  readonly patienceMs: number;
  /** Of a source. */
  readonly bytes: number;
  readonly pixels: number;
  /** Of an image that is in memory whole while it is decoded. */
  readonly wholePixels: number;
}

const MiB = 1024 ** 2;

export const USUAL_IMAGE_LIMITS: ImageLimits = {
  concurrent: 2,
  patienceMs: 20_000,
  bytes: 2_048 * MiB,
  pixels: 500_000_000,
  wholePixels: 50_000_000,
  seconds: 30,
  memoryBytes: 1_024 * MiB,
};

/** A renderer that holds processes until it is closed. */
export interface OpenImageRenderer extends ImageRenderer {
  /** Ends what is under way. */
  close(): Promise<void>;
}

/**
 * Opens a renderer whose images are made in processes of their own, each with limits of time and memory at which it is
 * killed. They and the copies of sources are in `folder`, which exists.
 */
export const openImageRenderer = (folder: string, changed: Partial<ImageLimits> = {}): OpenImageRenderer => {
  const limits = { ...USUAL_IMAGE_LIMITS, ...changed };
  const { bytes, pixels: mostPixels, wholePixels: mostWholePixels } = limits;
  const { concurrent, patienceMs } = limits;
  const turns = semaphore({ places: concurrent, each: Math.ceil(concurrent / 2), kept: 0 }, { ms: patienceMs });
  const processes = imageProcesses(folder, limits);
  const closing = new AbortController();

  const inTurn = async <T>(
    signal: AbortSignal,
    holder: string,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const either = AbortSignal.any([signal, closing.signal]);
    const release = await turns.acquire(either, holder);
    try {
      return await work(either);
    } finally {
      release();
    }
  };
  const make = (order: ImageOrder, signal: AbortSignal): Promise<Buffer> => processes.make(order, signal);
  return {
    jpeg: (source, size, signal, holder) =>
      inTurn(signal, holder, async (either) => {
        if (source.size > bytes) throw new ImageRefused(`The image has more than ${bytes} bytes.`);
        return withFile(folder, source, either, (path) =>
          make({ kind: 'jpeg', path, size, mostPixels, mostWholePixels }, either),
        );
      }),
    placeholder: (size, signal, holder) =>
      inTurn(signal, holder, (either) => make({ kind: 'placeholder', size }, either)),
    close: async () => {
      closing.abort(new Error('no more images are made'));
      await processes.close();
    },
  };
};

/** Copies the source to a file, which libvips reads where it needs, and removes it afterwards. */
const withFile = async <T>(
  folder: string,
  source: ImageSource,
  signal: AbortSignal,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const path = join(folder, randomUUID());
  try {
    await pipeline(await source.open(), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
};
