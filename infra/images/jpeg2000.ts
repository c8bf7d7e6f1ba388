import { Worker } from 'node:worker_threads';
import type { Size } from '../../formats/iiif/confined-size.js';
import { ImageRefused } from '../../formats/iiif/image-renderer.js';

/** Decoded pixels, eight bits each, the channels of a pixel beside each other. */
export interface Pixels extends Size {
  readonly data: Uint8Array;
  readonly channels: 1 | 2 | 3 | 4;
}

/** What the thread is given. */
export interface DecodeOrder {
  readonly path: string;
  /** The size that the pixels are needed for: a lower resolution is decoded where the file has one that suffices. */
  readonly size: Size;
  readonly mostPixels: number;
}

/** What the thread answers: the pixels, or why there are none. */
export type DecodeAnswer = Pixels | { readonly refused: string };

const FILE = Buffer.from('0000000c6a5020200d0a870a', 'hex');
const CODESTREAM = Buffer.from('ff4fff51', 'hex');

/** Whether a file begins as JPEG 2000 does: a JP2 file, or a codestream. */
export const isJpeg2000 = (beginning: Uint8Array): boolean =>
  [FILE, CODESTREAM].some((magic) => magic.equals(beginning.subarray(0, magic.length)));

const HEAP_MIB = 256;

/** Decodes a file in a thread of its own, which is ended when it takes too long. Rejects with ImageRefused. */
export const decodeJpeg2000 = async (
  path: string,
  size: Size,
  limits: { readonly pixels: number; readonly seconds: number },
): Promise<Pixels> => {
  const workerData: DecodeOrder = { path, size, mostPixels: limits.pixels };
  const thread = new Worker(new URL('./jpeg2000-thread.js', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<DecodeAnswer>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new ImageRefused('The image takes too long to be read.')),
        limits.seconds * 1_000,
      );
      thread.once('message', resolve);
      thread.once('error', (cause) => reject(new ImageRefused('The image cannot be read.', { cause })));
      thread.once('exit', () => reject(new ImageRefused('The image cannot be read.')));
    });
    if ('refused' in answer) throw new ImageRefused(answer.refused);
    return answer;
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
};
