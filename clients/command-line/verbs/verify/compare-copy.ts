import { createHash } from 'node:crypto';
import { forEachConcurrently } from '../../../../flow/concurrently.js';
import type { Progress } from '../../output/progress.js';
import type { ChosenFile } from '../restore/chosen-files.js';
import type { CopiedFile, LocalCopy } from './local-copy.js';
import { unreadable } from './open-copy.js';

/** Few, since they share a disk. */
const CONCURRENT_READS = 4;

/** A file that a copy has with other bytes. */
export interface ChangedFile {
  readonly name: string;
  readonly expected: string;
  readonly found: string;
}

export interface CopyComparison {
  readonly changed: readonly ChangedFile[];
  /** Files that the copy lacks, with their preserved digests. */
  readonly missing: readonly ChosenFile[];
  /** Names that are not preserved. */
  readonly extra: readonly string[];
  readonly same: { readonly files: number; readonly bytes: number };
}

const digestOf = async (
  { name, open }: CopiedFile,
  algorithm: string,
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<string | null> => {
  if (open === null) return null;
  const hash = createHash(algorithm);
  try {
    for await (const piece of await open()) {
      signal.throwIfAborted();
      hash.update(piece);
      progress.advance(0, piece.byteLength);
    }
  } catch (error) {
    throw signal.aborted ? error : unreadable(name, error);
  }
  return hash.digest('hex');
};

/** Compares the files of a copy with those that are preserved, by their names. */
export const compareCopy = async (
  copy: LocalCopy,
  preserved: readonly ChosenFile[],
  watched: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<CopyComparison> => {
  const missing = new Map(preserved.map((file) => [file.name, file]));
  const changed: ChangedFile[] = [];
  const extra: string[] = [];
  const same = { files: 0, bytes: 0 };
  const bytes = preserved.reduce((sum, { size }) => sum + size, 0);
  watched.progress.begin('Comparing', { files: preserved.length, bytes });
  await forEachConcurrently(copy.files(), { width: CONCURRENT_READS, signal: watched.signal }, async (file) => {
    const expected = missing.get(file.name);
    if (expected === undefined || file.open === null) {
      extra.push(file.name);
      return;
    }
    missing.delete(file.name);
    const { digest, size } = expected;
    const found = await digestOf(file, digest.algorithm, watched);
    if (found === digest.value) [same.files, same.bytes] = [same.files + 1, same.bytes + size];
    else changed.push({ name: file.name, expected: digest.value, found: found ?? '' });
    watched.progress.advance(1, 0);
  });
  watched.progress.end();
  return { changed, missing: [...missing.values()], extra, same };
};
