import type { BytePieces } from './bytes.js';

/** Bytes that are digested without a pause: a few milliseconds, during which the event loop is blocked. */
const PIECE = 1_048_576;

/** The same bytes in pieces of a mebibyte at most, none of them empty. */
export function* shortPieces(pieces: BytePieces): Generator<Uint8Array> {
  for (const piece of pieces) for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE);
}
