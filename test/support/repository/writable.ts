import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Lets anybody write in place into a file of a store, which its mode forbids to all but root; answers its path. */
export const writable = async (file: string): Promise<string> => {
  await chmod(file, 0o644);
  return file;
};

/** The same for all files in a folder. */
export const allWritable = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await writable(join(entry.parentPath, entry.name));
};
