import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { codeOf } from '../../../flow/error-code.js';
import { onFirstSignal } from '../process/first-signal.js';
import { unfitOption } from '../process/unfit-option.js';
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
  `This process can open only ${most} files at once and needs ${LEAST}. Raise that limit, for example with ulimit -n 4096.`;

const isTooFew = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');

/**
 * Loads a program, which opens many files, unless the limit of open files is too low: then it prints one sentence and
 * exits with the code `failed`, as it does after an error that nothing handled. A signal ends the process until the program
 * says what is to be done at one. It is not loaded where Node has an option with which it would fail later.
 */
export const loadProgram = async (load: () => Promise<unknown>, failed = 1): Promise<void> => {
  // Process 1, as in a container, gets no signal that it does not listen for.
  onFirstSignal((signal) => process.exit(128 + constants.signals[signal]));
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
  const unfit = unfitOption();
  if (unfit !== null) {
    refuse(`Muniment cannot run with the option ${unfit}: start Node without it (see NODE_OPTIONS).`);
    return;
  }
  try {
    await load();
  } catch (error) {
    if (!isTooFew(error)) throw error;
    refuse(tooFew('too few'));
  }
};
