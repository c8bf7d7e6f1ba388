import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import openCodec from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import type { Size } from '../../formats/iiif/confined-size.js';
import { ImageRefused } from '../../formats/iiif/image-renderer.js';
import { codestreamHeader, type CodestreamHeader } from './codestream.js';
import type { Pixels } from './pixels.js';

const FILE = Buffer.from('0000000c6a5020200d0a870a', 'hex');
const CODESTREAM = Buffer.from('ff4fff51', 'hex');

/** Whether a file begins as JPEG 2000 does: a JP2 file, or a codestream. */
export const isJpeg2000 = (beginning: Uint8Array): boolean =>
  [FILE, CODESTREAM].some((magic) => magic.equals(beginning.subarray(0, magic.length)));

/** The lowest resolution that is not smaller than what is needed; 0 is the whole. */
const levelFor = ({ width, height, decompositions }: CodestreamHeader, size: Size): number => {
  let level = 0;
  while (level < decompositions && width >> (level + 1) >= size.width && height >> (level + 1) >= size.height)
    level += 1;
  return level;
};

interface Samples {
  readonly bitsPerSample: number;
  readonly isSigned: boolean;
}

/** Samples as eight bits each. */
const toEightBits = (samples: Uint8Array, { bitsPerSample, isSigned }: Samples): Uint8Array => {
  const copy = samples.slice();
  if (bitsPerSample === 8 && !isSigned) return copy;
  const bytes = bitsPerSample > 8 ? 2 : 1;
  const view = new DataView(copy.buffer);
  const sampleAt = (at: number): number => {
    if (bytes === 1) return isSigned ? view.getInt8(at) : view.getUint8(at);
    return isSigned ? view.getInt16(at * 2, true) : view.getUint16(at * 2, true);
  };
  const offset = isSigned ? 2 ** (bitsPerSample - 1) : 0;
  const scale = 255 / (2 ** bitsPerSample - 1);
  return Uint8Array.from({ length: copy.length / bytes }, (_, at) => Math.round((sampleAt(at) + offset) * scale));
};

/** Full-range YCC of JPEG 2000 (sYCC) as RGB, in place. */
const fromYcc = (data: Uint8ClampedArray): void => {
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [y, cb, cr] = [data[at] ?? 0, (data[at + 1] ?? 0) - 128, (data[at + 2] ?? 0) - 128];
    data[at] = y + 1.402 * cr;
    data[at + 1] = y - 0.344136 * cb - 0.714136 * cr;
    data[at + 2] = y + 1.772 * cb;
  }
};

const SYCC = 3;
const silent = (): void => undefined;

/**
 * Decodes a file at the lowest resolution that is not smaller than a size. Rejects with ImageRefused, and with a number
 * or an Error of the decoder.
 */
export const decodeJpeg2000 = async (path: string, size: Size, mostPixels: number): Promise<Pixels> => {
  const bytes = readFileSync(path);
  const header = codestreamHeader(bytes);
  if (header === null) throw new ImageRefused('The image is not complete.');
  if (header.width * header.height > mostPixels)
    throw new ImageRefused(`The image has more than ${mostPixels} pixels.`);
  if (header.components > 4)
    throw new ImageRefused(`The image has ${header.components} channels, which are not known here.`);
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/decodewasm'));
  const { J2KDecoder } = await openCodec({ wasmBinary, print: silent, printErr: silent });
  const decoder = new J2KDecoder();
  decoder.getEncodedBuffer(bytes.length).set(bytes);
  const level = levelFor(header, size);
  decoder.decodeSubResolution(level, 0);
  const { width, height } = decoder.calculateSizeAtDecompositionLevel(level);
  const info = decoder.getFrameInfo();
  const channels = info.componentCount as Pixels['channels'];
  const data = toEightBits(decoder.getDecodedBuffer(), info);
  if (width * height === 0 || data.length !== width * height * channels)
    throw new ImageRefused('The image is not complete.');
  if (channels === 3 && decoder.getColorSpace() === SYCC) fromYcc(new Uint8ClampedArray(data.buffer));
  return { width, height, channels, data };
};
