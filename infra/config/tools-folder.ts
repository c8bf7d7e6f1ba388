import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './setting.js';

/** Where `npm run tools -- install` puts Python packages unless a folder is named: in the cache folder of the user. */
export const defaultToolsFolder = (environment: Environment): string => {
  const caches = environment['XDG_CACHE_HOME'] ?? '';
  return join(caches === '' ? join(homedir(), '.cache') : resolve(caches), 'muniment-tools');
};
