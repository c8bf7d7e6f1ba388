import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { secondsOf } from './measure.js';

/** What a program took, in seconds: until its end, and of all processors, with the programs that it ran. */
export interface Spent {
  readonly seconds: number;
  readonly cpu: number;
}

/** The last line of what the shell says of its times: user and system time of what it ran. */
const cpuIn = (times: string): number =>
  Array.from((times.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)).reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );

/** Runs a script of the shell, which prints nothing, to its end; rejects where a command fails. */
export const spentByScript = async (
  script: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Spent> => {
  let times = '';
  const seconds = await secondsOf(async () => {
    const options = { env: { ...process.env, ...environment } };
    ({ stdout: times } = await promisify(execFile)('/bin/sh', ['-ec', `${script}; times`, 'sh', ...words], options));
  });
  return { seconds, cpu: cpuIn(times) };
};

/** Runs a program to its end and throws away what it prints; rejects where it fails. */
export const spentBy = (
  file: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Spent> => spentByScript('"$@" >/dev/null', [file, ...words], environment);
