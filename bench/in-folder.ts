import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Does work in a temporary folder, which is deleted afterwards. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};
