import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = join(import.meta.dirname, '../../infra/compose/muniment.js');

/** Prints the most memory that the program had, in KiB, at its end. */
const TELL_MEMORY = 'process.once("exit",()=>process.stdout.write(`${process.resourceUsage().maxRSS}\\n`))';

const MiB = 1024 ** 2;

/** Runs a verb of the program on a data folder, silently; answers the most memory that it had, in MiB. */
export const peakOf = async (data: string, ...words: readonly string[]): Promise<number> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(TELL_MEMORY)}`, PROGRAM, '--data', data, ...words],
    { maxBuffer: 64 * MiB },
  );
  return Number(stdout.trim().split('\n').at(-1)) / 1_024;
};
