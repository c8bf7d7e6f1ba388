import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { secondsOf } from '../measure.js';
import type { Spent } from '../spent.js';

const PROGRAM = join(import.meta.dirname, '../../infra/compose/muniment.js');

/** Prints at the end of the program the most memory that it had, in KiB, and its processor time, in microseconds. */
const TELL_COST =
  'import{isMainThread}from"node:worker_threads";' +
  'const tell=()=>{const{user,system}=process.cpuUsage();' +
  'process.stdout.write(`${process.resourceUsage().maxRSS} ${user+system}\\n`)};' +
  'if(isMainThread)process.once("exit",tell)';

const MiB = 1024 ** 2;

/** What a verb took: seconds until its end, processor time of all its threads, and the most memory, in MiB. */
export interface VerbCost extends Spent {
  readonly memory: number;
}

/** Runs a verb of the program on a data folder, silently. */
export const costOf = async (data: string, ...words: readonly string[]): Promise<VerbCost> => {
  let text = '';
  const seconds = await secondsOf(async () => {
    ({ stdout: text } = await promisify(execFile)(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(TELL_COST)}`, PROGRAM, '--data', data, ...words],
      { maxBuffer: 64 * MiB },
    ));
  });
  const [memory = NaN, cpu = NaN] = (text.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { seconds, cpu: cpu / 1e6, memory: memory / 1_024 };
};
