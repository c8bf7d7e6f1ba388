import { createHash, type Hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { CommandFault } from '../command-fault.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';
import { changedFile, isUnchangedFile, unreadableFile } from './file-faults.js';
import type { LocalFile } from './folder-inspection.js';

/** Few, since they share a disk. */
const CONCURRENT_READS = 4;

const CHUNK_BYTES = 256 * 1024;

/** Called with finished files and read bytes. */
type Advance = (files: number, bytes: number) => void;

/** The digest algorithms of a file by its key, as Node names them. */
export type AlgorithmsOf = (key: string) => readonly string[];

/** The digests of a file in lower-case hex, by their algorithms. */
export type FileDigests = Readonly<Record<string, string>>;

const onlySha256: AlgorithmsOf = () => ['sha256'];

const readThrough = async ({ location, size }: LocalFile, hashes: readonly Hash[], advance: Advance): Promise<void> => {
  const file = await open(location);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return;
      for (const hash of hashes) hash.update(buffer.subarray(0, bytesRead));
      advance(0, bytesRead);
      if (bytesRead < buffer.length && bytesRead === size) return; // spares a small file the read of its end
    }
  } finally {
    await file.close();
  }
};

const digestsOf = async (file: LocalFile, algorithms: readonly string[], advance: Advance): Promise<FileDigests> => {
  const hashes = algorithms.map((algorithm) => createHash(algorithm));
  try {
    await readThrough(file, hashes, advance);
    const now = statSync(file.location);
    if (!isUnchangedFile(file, now)) throw changedFile(file);
  } catch (error) {
    throw error instanceof CommandFault ? error : unreadableFile(file, error);
  }
  return Object.fromEntries(hashes.map((hash, index) => [algorithms[index] ?? '', hash.digest('hex')]));
};

/** Reads each file once, and gives its digests by the key given. Throws CommandFault for one that cannot be read. */
export const digestFiles = async (
  files: ReadonlyMap<string, LocalFile>,
  progress: Progress,
  algorithmsOf: AlgorithmsOf = onlySha256,
): Promise<ReadonlyMap<string, FileDigests>> => {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (files.size > 0) progress.begin(STEPS.reading, { files: files.size, bytes });
  const digests = new Map<string, FileDigests>();
  await forEachConcurrently(files, { width: CONCURRENT_READS }, async ([key, file]) => {
    digests.set(key, await digestsOf(file, algorithmsOf(key), progress.advance));
    progress.advance(1, 0);
  });
  return digests;
};
