import { createHash } from 'node:crypto';
import type { ArchivedFile } from '../../../archive/archive.js';
import { countText } from '../../output/amounts.js';

/** Bytes are not those that were preserved; the message names both digests. */
export class DamagedBytes extends Error {
  override name = 'DamagedBytes';
}

/**
 * The bytes of a file, compared with its size and digest while they are read. The last piece comes only after all of them
 * were compared; rejects with DamagedBytes instead where they are others.
 */
export async function* comparedBytes(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { size, digest }: Pick<ArchivedFile, 'size' | 'digest'>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash(digest.algorithm);
  let read = 0;
  let held: Uint8Array | null = null;
  for await (const piece of bytes) {
    read += piece.length;
    if (read > size) break;
    hash.update(piece);
    if (held !== null) yield held;
    held = piece;
  }
  if (read > size) throw new DamagedBytes(`Expected ${countText(size, 'byte')}, found more.`);
  const found = hash.digest('hex');
  if (found !== digest.value) throw new DamagedBytes(`Expected ${digest.value}, found ${found}.`);
  if (held !== null) yield held;
}
