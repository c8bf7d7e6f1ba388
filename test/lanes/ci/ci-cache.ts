import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../surroundings.js';

/** Where continuous integration keeps what is installed once. */
export const ciCache = (environment: Environment): string => {
  const own = environment['MUNIMENT_CI_CACHE'] ?? '';
  if (own !== '') return own;
  const caches = environment['XDG_CACHE_HOME'] ?? '';
  return join(caches === '' ? join(homedir(), '.cache') : caches, 'muniment-ci');
};
