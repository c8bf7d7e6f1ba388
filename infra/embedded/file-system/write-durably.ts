import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Files } from './files.js';

/** Writes a small file: after a power failure it is complete or absent, and there once this has resolved. */
export const writeDurably = async (files: Files, path: string, text: string, mode: number): Promise<void> => {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.new`;
  const file = await files.create(temporary, mode);
  try {
    await file.write(Buffer.from(text));
    await file.sync();
  } finally {
    await file.close();
  }
  await files.rename(temporary, path);
  await files.syncFolder(dirname(path));
};
