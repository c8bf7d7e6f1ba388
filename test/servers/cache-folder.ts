import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where programs, data, logs and state are: outside the checkout, so that they outlive it. */
export const cacheFolder = (environment: Readonly<Record<string, string | undefined>>): string => {
  const own = environment['MUNIMENT_SERVICES_CACHE'] ?? '';
  if (own !== '') return resolve(own);
  const caches = environment['XDG_CACHE_HOME'] ?? '';
  return join(caches === '' ? join(homedir(), '.cache') : caches, 'muniment-services');
};
