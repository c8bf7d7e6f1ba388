/** Large enough that the work for each is small beside that for its text. */
const PIECE = 64 * 1024;

/** Gives bytes from their beginning, in pieces. */
export const piecesOf = (bytes: Uint8Array) =>
  function* (): Generator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  };
