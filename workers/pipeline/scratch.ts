import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cause } from '../../events/cause.js';
import type { Log } from '../log.js';

/** The folder of one run; it is removed with everything in it when the run is disposed of. */
export interface RunScratch extends AsyncDisposable {
  readonly folder: string;
}

export interface Scratch {
  /** A new, empty folder for a run. */
  begin(runId: string): Promise<RunScratch>;
  close(): Promise<void>;
}

/** Which process a folder belongs to: its start tells it from a later process with the same number. */
interface Owner {
  readonly pid: number;
  readonly started: string;
}

/** The process, when it began, and which opening of the folder it was. */
const NAME = /^(\d+)-(\d+)-[0-9a-f]{8}$/;

/** Where the machine does not tell when a process began. */
const UNKNOWN = '0';

/**
 * Opens the folder of this process in one on a local disk, which processes on one machine may share, and removes those of
 * processes that have ended. `folder` is absolute.
 */
export const openScratch = async (folder: string, log: Log): Promise<Scratch> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = `${process.pid}-${(await startOf(process.pid)) ?? UNKNOWN}-${randomBytes(4).toString('hex')}`;
  const mine = join(folder, own);
  await mkdir(mine, { mode: 0o700 });
  await sweep(folder, log);
  let runs = 0;
  return {
    begin: async (runId) => {
      runs += 1;
      const run = join(mine, `${runs}-${runId.replace(/[^\w-]/g, '_').slice(0, 64)}`);
      await mkdir(run, { mode: 0o700 });
      return { folder: run, [Symbol.asyncDispose]: () => rm(run, { recursive: true, force: true }) };
    },
    close: () => rm(mine, { recursive: true, force: true }),
  };
};

/** When a process began, in clock ticks after the machine; null where there is no such process, or no `/proc`. */
const startOf = async (pid: number): Promise<string | null> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
};

const isRunning = async ({ pid, started }: Owner): Promise<boolean> => {
  if (pid === process.pid) return true;
  if (started !== UNKNOWN) return (await startOf(pid)) === started;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const sweep = async (folder: string, log: Log): Promise<void> => {
  for (const name of await readdir(folder)) {
    const [, pid, started] = NAME.exec(name) ?? [];
    if (pid === undefined || started === undefined) continue;
    const path = join(folder, name);
    try {
      if (await isRunning({ pid: Number(pid), started })) continue;
      await rm(path, { recursive: true, force: true });
      log.info('The scratch folder of a process that has ended is removed', { folder: path });
    } catch (error) {
      log.warn('A scratch folder could not be removed', { folder: path, ...cause(error) });
    }
  }
};
