import { chmodSync, statSync } from 'node:fs';
import { codeOf } from '../../../flow/error-code.js';

/** It is another user's, or its file system has no modes of its own. */
const REFUSED: readonly (string | null)[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EROFS'];

const modeOf = (path: string): number => (process.platform === 'win32' ? 0 : statSync(path).mode & 0o777);

/**
 * Gives a file or folder a mode, unless nobody has more access than that. Where its mode cannot be changed, its group may
 * keep its access. Answers whether users outside of that group have none.
 */
export const keepPrivate = (path: string, mode: number): boolean => {
  if ((modeOf(path) & ~mode) === 0) return true;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!REFUSED.includes(codeOf(error))) throw error;
  }
  return (modeOf(path) & 0o007) === 0;
};
