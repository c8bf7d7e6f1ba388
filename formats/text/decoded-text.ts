import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import type { Limits } from './limits.js';

/** How many bytes are decoded before control returns to the event loop. */
const PIECE = 65_536;

/** The limits for one output, and what was left out of it. */
export interface Losses {
  leftOut: number;
  isTooLong: boolean;
  readonly limits: Limits;
}

/**
 * Bytes as text, piece by piece, without byte-order mark: UTF-16 where the first bytes show it, else in `encoding`.
 * Invalid bytes become U+FFFD. Reading ends after `limits.bytes`, and then sets `isTooLong`.
 */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  losses: Losses,
  encoding = 'utf-8',
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let read = 0;
  for await (const piece of pieces(chunks)) {
    decoder ??= new TextDecoder(wideEncodingOf(piece) ?? encoding);
    yield decoder.decode(piece, { stream: true });
    await setImmediate();
    read += piece.byteLength;
    if (read < losses.limits.bytes) continue;
    losses.isTooLong = true;
    return;
  }
  if (decoder !== null) yield decoder.decode();
}

/** The same bytes in pieces of limited length; the first one has at least two bytes, if the input has. */
async function* pieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | null = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes: Uint8Array = first === null ? chunk : Buffer.concat([first, chunk]);
    if (first !== null && bytes.byteLength < 2) {
      first = bytes;
      continue;
    }
    first = null;
    for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
  if (first !== null && first.byteLength > 0) yield first;
}

/** Detects UTF-16 by a byte-order mark, or by a zero byte: the first characters of an output are ASCII. */
const wideEncodingOf = ([first, second]: Uint8Array): string | null => {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be';
  return null;
};

/** Makes a reader of a whole text; it gives '' for one longer than `most` UTF-16 units. */
export const wholeText =
  (most: number) =>
  async (chunks: AsyncIterable<Uint8Array>, losses: Losses): Promise<string> => {
    let whole = '';
    for await (const text of decodedText(chunks, losses)) {
      if (whole.length + text.length > most) return '';
      whole += text;
    }
    return whole;
  };
