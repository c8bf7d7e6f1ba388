import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import openCodec, { type DecodedImage, type Outcome } from 'libheif-js/libheif-wasm/libheif.js';
import type { Pixels } from './pixels.js';

const silent = (): void => undefined;

/** An answer of the codec. Throws what it says of a failure. */
const ofSuccess = <T extends object>(answer: T | Outcome): T => {
  if ('message' in answer) throw new Error(answer.message);
  return answer;
};

/**
 * Decodes the primary image of a HEIC file in its own colours, turned as the container says. It is in memory whole
 * meanwhile. Rejects with an Error of the decoder.
 */
export const decodeHeic = async (path: string): Promise<Pixels> => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('libheif-js/libheif-wasm/libheif.wasm'));
  const codec = await openCodec({ wasmBinary, print: silent, printErr: silent });
  const file = codec.heif_context_alloc();
  const read = codec.heif_context_read_from_memory(file, readFileSync(path));
  if (read.code !== codec.heif_error_code.heif_error_Ok) throw new Error(read.message);
  const image = ofSuccess(codec.heif_js_context_get_primary_image_handle(file));
  const hasAlpha = codec.heif_image_handle_has_alpha_channel(image) > 0;
  const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = codec.heif_chroma;
  const decoded = codec.heif_js_decode_image2(image, codec.heif_colorspace.heif_colorspace_RGB, hasAlpha ? rgba : rgb);
  const { width, height, channels: planes } = ofSuccess(decoded);
  const channels = hasAlpha ? 4 : 3;
  return { width, height, channels, data: withoutPadding(planes[0], width * channels, height) };
};

/** Rows that follow each other, of those that begin at each `stride`. */
const withoutPadding = ({ data, stride }: DecodedImage['channels'][0], length: number, rows: number): Uint8Array => {
  const copy = new Uint8Array(length * rows);
  for (let row = 0; row < rows; row++) copy.set(data.subarray(row * stride, row * stride + length), row * length);
  return copy;
};
