import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process, told apart from a later one that was given the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it was born, as the system tells it; opaque. */
  readonly born: string;
}

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};

/**
 * From the fields of proc_pid_stat(5) that follow the name, which may itself hold spaces and brackets. A process whose
 * first thread has ended has its ports and files until the last one has.
 */
const bornOnLinux = (stat: string): string | null => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = 'X', threads, born] = [fields[0], fields[17], fields[19]];
  if (['Z', 'X'].includes(state) && Number(threads) <= 1) return null;
  return `${textOf('/proc/sys/kernel/random/boot_id')?.trim() ?? ''} ${born ?? ''}`;
};

const bornElsewhere = (pid: number): string | null => {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state = '', ...started] = stdout.trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? null : started.join(' ');
};

const bornOf = (pid: number): string | null => {
  if (textOf('/proc/self/stat') === null) return bornElsewhere(pid);
  const stat = textOf(`/proc/${pid}/stat`);
  return stat === null ? null : bornOnLinux(stat);
};

/** Who has this number now; null where nobody has, or only a process that has ended and was not waited for. */
export const identityOf = (pid: number): ProcessIdentity | null => {
  const born = bornOf(pid);
  return born === null ? null : { pid, born };
};

/** Whether that very process still runs. */
export const isRunning = ({ pid, born }: ProcessIdentity): boolean => bornOf(pid) === born;
