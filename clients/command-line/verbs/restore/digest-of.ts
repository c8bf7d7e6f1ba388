import { createHash } from 'node:crypto';
import type { ChosenFile } from './chosen-files.js';
import { isGone, type ReadPieces } from './read-content.js';

/** The digest of all bytes of a file, of which `onBytes` is told; null where the archive does not have it. */
export const digestOf = async (
  file: Pick<ChosenFile, 'stored' | 'size' | 'digest'>,
  content: ReadPieces,
  onBytes: (bytes: number) => void,
): Promise<string | null> => {
  const hash = createHash(file.digest.algorithm);
  try {
    for await (const piece of content(file)) {
      hash.update(piece);
      onBytes(piece.length);
    }
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
  return hash.digest('hex');
};
