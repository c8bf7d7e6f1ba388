import { readFileSync } from 'node:fs';
import type { Setting } from './setting.js';

/** The given text, or that of the file that it names as `@<file>`; null, with a fault, where that cannot be read. */
export const textOrFile = ({ variable }: Setting, given: string, fault: (sentence: string) => void): string | null => {
  if (!given.startsWith('@')) return given;
  try {
    return readFileSync(given.slice(1), 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fault(`${variable} names a file that cannot be read: ${reason}`);
    return null;
  }
};
