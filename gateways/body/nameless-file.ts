import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new file to write and read that has no name any more: it is gone when it is closed, or with the process. */
export const openNameless = async (purpose: string): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), `muniment-${purpose}-`));
  try {
    return await open(join(folder, purpose), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
};
