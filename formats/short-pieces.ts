/** Bytes that are digested without a pause: a few milliseconds, during which the event loop is blocked. */
const PIECE = 1_048_576;

/** The same bytes in pieces of a mebibyte at most, none of them empty. */
export function* shortPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
