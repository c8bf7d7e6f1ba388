import { createHash } from 'node:crypto';
import type { Sliced } from '../../flow/slices.js';
import type { BytePieces } from '../bytes.js';
import { shortPieces } from '../short-pieces.js';

/** The SHA-256 of bytes in pieces, in lower-case hex. */
export function* sha256OfPieces(pieces: BytePieces): Sliced<string> {
  const hash = createHash('sha256');
  for (const piece of shortPieces(pieces)) {
    hash.update(piece);
    yield;
  }
  return hash.digest('hex');
}
