import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The command lines of the processes whose command line has a text in it. */
export const processesWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => {
      try {
        return readFileSync(join('/proc', name, 'cmdline'), 'utf8').replaceAll('\0', ' ');
      } catch {
        return ''; // it has ended
      }
    })
    .filter((line) => line.includes(text));
