import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const used: string[] = [];

const removeUsed = (): void => {
  for (const folder of used) rmSync(folder, { recursive: true, force: true });
};

/**
 * Does work in a temporary folder, which is deleted when the process ends. Not before, since for five minutes ext4 gives no
 * inode again that was freed, and looks past all of them for each new file: after 20,000 deletions the kernel takes three
 * times as long for the files of the next bench.
 */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  if (used.push(folder) === 1) process.once('exit', removeUsed);
  return work(folder);
};
