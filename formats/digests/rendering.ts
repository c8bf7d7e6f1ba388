import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { SizeAndDigest } from './digested.js';

/** A document that is generated while it is sent, with its size and digest known beforehand. */
export interface RenderedDocument extends SizeAndDigest {
  /** The bytes from the start; may be called again, to send them again. */
  readonly stream: () => Readable;
}

/** How many bytes are generated before control returns to the event loop. */
const TURN = 1 << 18;

/** The same chunks, with turns of the event loop between them. */
async function* inTurns(chunks: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    yield chunk;
    size += chunk.byteLength;
    if (size < TURN) continue;
    size = 0;
    await setImmediate();
  }
}

/**
 * Generates the document once to measure it. `chunks` must give the same bytes whenever it is called; `stream` calls
 * it anew.
 */
export const render = async (chunks: () => Iterable<Buffer> | AsyncIterable<Buffer>): Promise<RenderedDocument> => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of inTurns(chunks())) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest('hex'), stream: () => Readable.from(inTurns(chunks()), { objectMode: false }) };
};

const CHUNK = 65_536;

/** Joins small buffers into buffers of about 64 KiB, to avoid small writes; large ones pass unchanged. */
export async function* joined(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    if (size === 0 && piece.length >= CHUNK) {
      yield piece;
      continue;
    }
    waiting.push(piece);
    size += piece.length;
    if (size < CHUNK) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Joins pieces of text into buffers of about 64 KiB, to avoid small writes. */
export function* inChunks(pieces: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
