import { readdir, readFile } from 'node:fs/promises';

/** The resident memory of all processes of a group, in bytes; null where the system has no /proc. */
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
  const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kibibytes) * 1024;
};
