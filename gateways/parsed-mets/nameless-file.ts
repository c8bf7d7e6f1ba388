import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../flow/error-code.js';

/** A new temporary file without a name: it is deleted when it is closed or the process ends. */
export const openNameless = async (purpose: string): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), `muniment-${purpose}-`));
  try {
    return await open(join(folder, purpose), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** A fault `store-full` where the disk had no room for `what`; null for any other error. */
export const roomFault = (error: unknown, what: string): Error | null =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
    ? Object.assign(new Error(`no room for ${what}`, { cause: error }), { code: 'store-full' })
    : null;
