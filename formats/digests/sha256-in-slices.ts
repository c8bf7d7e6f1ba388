import { createHash } from 'node:crypto';
import type { SlicedWork } from '../../flow/slices.js';
import { shortPieces } from '../short-pieces.js';

/** The SHA-256 of bytes in memory, in lower-case hex. */
export function* sha256InSlices(bytes: Uint8Array): SlicedWork<string> {
  const hash = createHash('sha256');
  for (const piece of shortPieces(bytes)) {
    hash.update(piece);
    yield;
  }
  return hash.digest('hex');
}
