import { createHash, hash as hashOf } from 'node:crypto';
import type { ChosenFile } from './chosen-files.js';
import { isGone, type ReadContent } from './read-content.js';
import type { NewFile } from './target-disk.js';

/** A file whose bytes are not those that were preserved. */
export interface Damage {
  readonly file: ChosenFile;
  /** The digest of the bytes that were read; null where the archive does not have the file. */
  readonly found: string | null;
}

/** The digest of all bytes of a file, which `take` gets one after the other; null where the archive does not have it. */
export const digestOf = async (
  file: ChosenFile,
  content: ReadContent,
  take: (piece: Buffer) => Promise<void>,
): Promise<string | null> => {
  const { algorithm } = file.digest;
  try {
    const bytes = await content(file);
    if (Buffer.isBuffer(bytes)) {
      await take(bytes);
      return hashOf(algorithm, bytes);
    }
    const hash = createHash(algorithm);
    for await (const piece of bytes) {
      const taken = take(piece);
      hash.update(piece);
      await taken;
    }
    return hash.digest('hex');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
};

/** Writes a file and closes it. Answers the damage where its bytes are not those that were preserved. */
export const writeVerified = async (
  target: NewFile,
  file: ChosenFile,
  content: ReadContent,
  onBytes: (bytes: number) => void,
): Promise<Damage | null> => {
  try {
    const found = await digestOf(file, content, async (piece) => {
      await target.write(piece);
      onBytes(piece.length);
    });
    if (found !== file.digest.value) return { file, found };
    if (file.fileDate !== null) target.setDate(new Date(file.fileDate));
    return null;
  } finally {
    target.close();
  }
};
