import { readdir, readFile } from 'node:fs/promises';

/**
 * The memory that all processes of a group have taken, in bytes, without pages of files that they have mapped: the system
 * takes those back when it needs them, and some tools map every file that they read; null where the system has no /proc.
 */
export const groupMemory = async (group: number): Promise<number | null> => {
  const entries = await readdir('/proc').catch(() => null);
  if (entries === null) return null;
  const processes = entries.filter((entry) => /^\d+$/.test(entry));
  const sizes = await Promise.all(processes.map((pid) => memoryWithin(pid, group)));
  return sizes.reduce((sum, each) => sum + each, 0);
};

/** A process that has ended has no files any more, and no memory. */
const memoryWithin = async (pid: string, group: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name of the program stands in brackets, and may itself contain brackets and spaces.
  const [, , groupOfProcess] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (Number(groupOfProcess) !== group) return 0;
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return takenMemory(status);
};

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
