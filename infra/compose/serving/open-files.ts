import { readFileSync } from 'node:fs';
import { codeOf } from '../../../flow/error-code.js';

/** Fewer open files would leave no room for connections beside the program itself. */
const LEAST = 256;
/** For everything that is no connection: the data folder, uploads, threads, servers. */
const OWN = 128;
/** Addresses that may be listened on. */
const LISTENERS = 4;

/** How many files this process may have open at once; null where the system does not say. */
export const mostOpenFiles = (): number | null => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null; // only Linux tells it
  }
};

/** As many connections as were wished for each address, or as many as so many open files leave room for. */
export const connectionsWithin = (wished: number, openFiles: number | null): number =>
  openFiles === null ? wished : Math.max(1, Math.min(wished, Math.floor((openFiles - OWN) / LISTENERS)));

const tooFew = (most: string): string =>
  `This process may have ${most} files open at once and needs ${LEAST}: raise that limit, for example with ulimit -n 4096.`;

const isTooFew = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(codeOf(error) ?? '');

/**
 * Loads a program, which takes many files at once, unless this process may not have that many open: then it says so in
 * one sentence, and ends with `failed` as its exit code.
 */
export const loadProgram = async (load: () => Promise<unknown>, failed = 1): Promise<void> => {
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
