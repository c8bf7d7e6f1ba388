import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folder of the user's own files of this program (XDG Base Directory Specification). */
export const userFolder = (environment: Readonly<Record<string, string | undefined>>): string => {
  const base = environment['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(base) ? base : join(environment['HOME'] || homedir(), '.config'), 'muniment');
};
