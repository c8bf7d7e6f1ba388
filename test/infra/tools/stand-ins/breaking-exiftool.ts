import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * ExifTool, but for files that begin with `CRASHES` or `HANGS`: the first word is the real command, and the names of
 * files come by standard input.
 */
const [command = 'exiftool', ...words] = process.argv.slice(2);
const isOpen = words.includes('-stay_open');
const child = spawn(command, words, { stdio: [isOpen ? 'pipe' : 'inherit', 'inherit', 'inherit'] });
child.once('exit', (code) => process.exit(code ?? 1));

const beginningOf = (location: string): string => {
  const file = openSync(location, 'r');
  const bytes = Buffer.alloc(16);
  const length = readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  return bytes.toString('latin1', 0, length);
};

let hangs = false;
if (isOpen) {
  createInterface(process.stdin).on('line', (line) => {
    const beginning = line.startsWith('/') ? beginningOf(line) : '';
    if (beginning.startsWith('CRASHES')) {
      child.kill('SIGKILL');
      process.kill(process.pid, 'SIGSEGV');
    }
    hangs ||= beginning.startsWith('HANGS');
    if (!hangs) child.stdin?.write(`${line}\n`);
  });
}
