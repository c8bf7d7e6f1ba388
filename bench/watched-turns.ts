import { openSync, readSync } from 'node:fs';

/** The longest intervals between two calls of a timer of a few milliseconds, in milliseconds. */
export interface LongestTurns {
  /** Elapsed time. */
  readonly wall: number;
  /** CPU time of the main thread, which other work on the machine affects less. */
  readonly cpu: number;
}

const EVERY_MS = 5;

/** CPU time of the main thread, in milliseconds; elapsed time where the system does not provide it. */
const openMainThreadTime = (): (() => number) => {
  if (process.platform !== 'linux') return () => performance.now();
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(128);
  return () => Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)).split(' ')[0]) / 1e6;
};

const mainThreadTime = openMainThreadTime();

/** Watches the event loop of the main thread until the longest intervals are read. */
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
