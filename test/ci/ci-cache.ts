import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where continuous integration keeps what is installed once. */
export const ciCache = (environment: Readonly<Record<string, string | undefined>>): string => {
  const own = environment['MUNIMENT_CI_CACHE'] ?? '';
  if (own !== '') return own;
  const caches = environment['XDG_CACHE_HOME'] ?? '';
  return join(caches === '' ? join(homedir(), '.cache') : caches, 'muniment-ci');
};
