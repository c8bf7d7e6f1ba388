import { readFileSync } from 'node:fs';
import { homeFault } from './given-variables.js';
import type { Setting } from './setting.js';

/** The given text, or that of the file that it names as `@<file>`; null, with a fault, where that cannot be read. */
export const textOrFile = (setting: Setting, given: string, fault: (sentence: string) => void): string | null => {
  if (!given.startsWith('@')) return given;
  const [home] = homeFault(setting, given);
  if (home !== undefined) {
    fault(home);
    return null;
  }
  try {
    return readFileSync(given.slice(1), 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fault(`${setting.variable} names a file that cannot be read: ${reason}`);
    return null;
  }
};
