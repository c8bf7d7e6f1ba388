import { createHash } from 'node:crypto';
import { forEachConcurrently } from '../../../../flow/concurrently.js';
import type { Progress } from '../../output/progress.js';
import { placeOf, type PlacedFile } from './chosen-files.js';
import type { TargetDisk } from './target-disk.js';

/** Few, since they share a disk. */
const CONCURRENT_READS = 4;

/** The files of a restore that are there already with the bytes that were preserved. */
export const comparePresent = async (
  disk: TargetDisk,
  folder: string,
  files: readonly PlacedFile[],
  { progress, signal }: { readonly progress: Progress; readonly signal: AbortSignal },
): Promise<ReadonlySet<PlacedFile>> => {
  const present = files.filter((file) => disk.kindOf(`${folder}/${placeOf(file)}`) === 'file');
  const same = new Set<PlacedFile>();
  progress.begin('Comparing', { files: present.length, bytes: present.reduce((sum, { size }) => sum + size, 0) });
  await forEachConcurrently(present, { width: CONCURRENT_READS, signal }, async (file) => {
    const hash = createHash(file.digest.algorithm);
    for await (const piece of disk.read(`${folder}/${placeOf(file)}`)) {
      signal.throwIfAborted();
      hash.update(piece);
      progress.advance(0, piece.byteLength);
    }
    if (hash.digest('hex') === file.digest.value) same.add(file);
    progress.advance(1, 0);
  });
  progress.end();
  return same;
};
