import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const MiB = 1024 ** 2;

/** Built code whose processes are measured: this one, or another. */
export interface Version {
  readonly name: string;
  /** Runs one of its programs, by its path below `bench`, in a process of its own; answers the JSON that it prints. */
  readonly run: <Result>(
    program: string,
    words: readonly string[],
    env?: Readonly<Record<string, string | undefined>>,
  ) => Promise<Result>;
}

const versionIn = (name: string, folder: string): Version => ({
  name,
  run: async <Result>(program: string, words: readonly string[], env = {}) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, program), ...words], {
      env: { ...process.env, ...env },
      maxBuffer: 64 * MiB,
    });
    return JSON.parse(stdout) as Result;
  },
});

export const THIS: Version = versionIn('this version', fileURLToPath(new URL('.', import.meta.url)));

const before = process.env['MUNIMENT_BENCH_BEFORE'] ?? '';

/** Another built checkout, by the environment, to be measured by turns in the same run; null where none is named. */
export const BEFORE: Version | null =
  before === '' ? null : versionIn('the version before', join(before, 'dist/bench'));

/** All that are measured, in the order of a turn. */
export const VERSIONS: readonly Version[] = BEFORE === null ? [THIS] : [BEFORE, THIS];
