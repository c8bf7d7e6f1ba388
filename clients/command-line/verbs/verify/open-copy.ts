import { stat } from 'node:fs/promises';
import { codeOf } from '../../../../flow/error-code.js';
import { ZipFault } from '../../../../formats/zip/read-zip.js';
import { CommandFault } from '../../command-fault.js';
import { shownName } from '../../output/printable.js';
import { folderCopy } from './folder-copy.js';
import type { LocalCopy } from './local-copy.js';
import { zipCopy } from './zip-copy.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'it is not there',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

/** Why something of a copy cannot be read; exit code 2, since nothing is known of it then. */
export const unreadable = (path: string, error: unknown): CommandFault => {
  const reason = REASONS[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
  const about = { code: 'copy-unreadable', exit: 2 };
  return new CommandFault(`${shownName(path)} cannot be read (${reason}).`, about, { cause: error });
};

/** Opens a copy: a folder, a bag or a zip. Rejects with CommandFault. */
export const openCopy = async (path: string): Promise<LocalCopy> => {
  try {
    return (await stat(path)).isDirectory() ? await folderCopy(path) : await zipCopy(path);
  } catch (error) {
    if (!(error instanceof ZipFault)) throw unreadable(path, error);
    throw new CommandFault(`${shownName(path)} is no folder, bag or zip. ${error.message}`, {
      code: 'copy-unreadable',
      exit: 2,
    });
  }
};
