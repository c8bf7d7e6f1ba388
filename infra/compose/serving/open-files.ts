import { readFileSync } from 'node:fs';
import { codeOf } from '../../../flow/error-code.js';
import { outliveOutput } from '../../log/standard-streams.js';
import { onUnhandled, stackOf, UNHANDLED } from '../process/unhandled-errors.js';

/** With fewer open files there would be none left for connections. */
const LEAST = 512;
/** For everything besides connections: the data folder, uploads, threads, servers. */
const OWN = 128;
/** The most listening addresses of a process. */
const LISTENERS = 4;

/** The limit of open files of this process; null where it is unknown. */
export const mostOpenFiles = (): number | null => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null; // only Linux has this file
  }
};

/** The configured number of connections for each address, or fewer where the limit of open files requires it. */
export const connectionsWithin = (configured: number, openFiles: number | null): number =>
  openFiles === null ? configured : Math.max(1, Math.min(configured, Math.floor((openFiles - OWN) / LISTENERS)));

const tooFew = (most: string): string =>
  `This process may have ${most} files open at once and needs ${LEAST}: raise that limit, for example with ulimit -n 4096.`;

const isTooFew = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');

/**
 * Loads a program, which opens many files, unless the limit of open files is too low: then it prints one sentence and
 * exits with the code `failed`, as it does after an error that nothing handled. The program does its work to the end, also
 * when its output cannot be written any more.
 */
export const loadProgram = async (load: () => Promise<unknown>, failed = 1): Promise<void> => {
  outliveOutput();
  onUnhandled((error) => {
    process.stderr.write(`${UNHANDLED}: ${stackOf(error)}\n`);
    process.exit(failed);
  });
  const most = mostOpenFiles();
  const refuse = (sentence: string): void => {
    process.stderr.write(`${sentence}\n`);
    process.exitCode = failed;
  };
  if (most !== null && most < LEAST) {
    refuse(tooFew(String(most)));
    return;
  }
  try {
    await load();
  } catch (error) {
    if (!isTooFew(error)) throw error;
    refuse(tooFew('too few'));
  }
};
