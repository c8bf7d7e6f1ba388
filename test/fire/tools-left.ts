import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A tool notices the death of its platform within this time. */
const PATIENCE_MS = 60_000;

/** The command lines of processes that run a program of a folder. */
const runningIn = (folder: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => {
      try {
        return readFileSync(join('/proc', name, 'cmdline'), 'utf8').replaceAll('\0', ' ');
      } catch {
        return ''; // it has ended
      }
    })
    .filter((line) => line.includes(folder));

/** The tools of a folder that go on although the platforms that began them have died. */
export const toolsLeft = async (folder: string): Promise<string[]> => {
  const deadline = performance.now() + PATIENCE_MS;
  while (runningIn(folder).length > 0 && performance.now() < deadline) await pause(20);
  return runningIn(folder).map((line) => `a tool still runs: ${line}`);
};
