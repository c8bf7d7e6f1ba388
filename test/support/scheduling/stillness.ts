import { spawnSync, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { until } from './until.js';

/** The state of every thread of a process, by the letters of ps(1). */
const statesOf = (pid: number): string[] => {
  if (process.platform !== 'linux')
    return [spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()];
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2);
  });
};

/** Resolves when a process that was sent SIGSTOP has stopped: its threads run on for a moment, and answer meanwhile. */
export const stillness = ({ pid }: Pick<ChildProcess, 'pid'>): Promise<void> =>
  until('the process stands still', () => statesOf(pid ?? 0).every((state) => /^[TtZX]/.test(state)));

/** Stops a process until it is sent SIGCONT. */
export const holdStill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGSTOP');
  await stillness(child);
};
