import { readdir, readFile } from 'node:fs/promises';
import { forEachConcurrently } from '../../../flow/concurrently.js';

const LOOK_MS = 500;
const CONCURRENT_READS = 8;

/** What is told of each group, by its number. */
const watched = new Map<number, (bytes: number) => void>();
let isLooking = false;

/**
 * Tells every half second what memory all processes of a group have taken, in bytes, until the answer is called. Pages of
 * files that they have mapped are left out: the system takes those back when it needs them, and some tools map every file that
 * they read. Nothing is told where the system has no /proc. All groups that are watched share each reading of it.
 */
export const watchGroupMemory = (group: number, tell: (bytes: number) => void): (() => void) => {
  watched.set(group, tell);
  if (!isLooking) lookLater();
  return () => void watched.delete(group);
};

const lookLater = (): void => {
  isLooking = watched.size > 0;
  if (isLooking) setTimeout(() => void look().finally(lookLater), LOOK_MS).unref();
};

const look = async (): Promise<void> => {
  const entries = await readdir('/proc').catch(() => []);
  const processes = entries.filter((entry) => /^\d+$/.test(entry));
  const sums = new Map<number, number>();
  await forEachConcurrently(processes, { width: CONCURRENT_READS }, async (pid) => {
    const group = await groupOf(pid);
    if (watched.has(group)) sums.set(group, (sums.get(group) ?? 0) + (await memoryOf(pid)));
  });
  for (const [group, bytes] of sums) watched.get(group)?.(bytes);
};

/** A process that has ended has no files any more, and no group. */
const groupOf = async (pid: string): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name of the program stands in brackets, and may itself contain brackets and spaces.
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(group);
};

const memoryOf = async (pid: string): Promise<number> =>
  takenMemory(await readFile(`/proc/${pid}/status`, 'latin1').catch(() => ''));

/** What a process has taken, in bytes, by its `/proc/<pid>/status`. */
export const takenMemory = (status: string): number => {
  const kibibytesOf = (name: string): number | null => {
    const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
    return kibibytes === undefined ? null : Number(kibibytes);
  };
  const anonymous = kibibytesOf('RssAnon');
  const taken = anonymous === null ? kibibytesOf('VmRSS') : anonymous + (kibibytesOf('RssShmem') ?? 0);
  return (taken ?? 0) * 1024;
};
