import { openSync, readSync } from 'node:fs';

/** The longest times between two turns of a timer that wants one every few milliseconds; milliseconds. */
export interface LongestTurns {
  /** By the clock. */
  readonly wall: number;
  /** Of the processor, for the main thread alone; other work on the machine touches it less. */
  readonly cpu: number;
}

const EVERY_MS = 5;

/** What the main thread has used of the processors, in milliseconds; by the clock where the system does not tell. */
const openMainThreadTime = (): (() => number) => {
  if (process.platform !== 'linux') return () => performance.now();
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(128);
  return () => Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)).split(' ')[0]) / 1e6;
};

const mainThreadTime = openMainThreadTime();

/** Watches the turns of the main thread until it is asked for the longest. */
export const watchTurns = (): (() => LongestTurns) => {
  const longest = { wall: 0, cpu: 0 };
  let last = { wall: performance.now(), cpu: mainThreadTime() };
  const timer = setInterval(() => {
    const now = { wall: performance.now(), cpu: mainThreadTime() };
    longest.wall = Math.max(longest.wall, now.wall - last.wall);
    longest.cpu = Math.max(longest.cpu, now.cpu - last.cpu);
    last = now;
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return longest;
  };
};
