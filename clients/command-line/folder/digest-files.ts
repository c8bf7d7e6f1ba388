import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { changedFile, unreadableFile } from './file-faults.js';
import type { LocalFile } from './folder-inspection.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';

/** Few, since they share a disk. */
const CONCURRENT_READS = 4;

/** Called with finished files and read bytes. */
type Advance = (files: number, bytes: number) => void;

const sha256Of = async (file: LocalFile, advance: Advance): Promise<string> => {
  const hash = createHash('sha256');
  let read = 0;
  try {
    await pipeline(createReadStream(file.location), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        read += chunk.length;
        advance(0, chunk.length);
      }
    });
  } catch (error) {
    throw unreadableFile(file, error);
  }
  if (read !== file.size) throw changedFile(file);
  return hash.digest('hex');
};

/** Lower-case hex SHA-256 of each file, by the key given. Throws CommandFault for one that cannot be read. */
export const digestFiles = async (
  files: ReadonlyMap<string, LocalFile>,
  advance: Advance = () => undefined,
): Promise<Map<string, string>> => {
  const digests = new Map<string, string>();
  await forEachConcurrently(files, { width: CONCURRENT_READS }, async ([key, file]) => {
    digests.set(key, await sha256Of(file, advance));
    advance(1, 0);
  });
  return digests;
};

/** As `digestFiles`, with a progress display. */
export const digestWithProgress = (
  files: ReadonlyMap<string, LocalFile>,
  progress: Progress,
): Promise<Map<string, string>> => {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (files.size > 0) progress.begin(STEPS.reading, { files: files.size, bytes });
  return digestFiles(files, progress.advance);
};
