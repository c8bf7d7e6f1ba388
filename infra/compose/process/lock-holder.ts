import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** A process that has a file locked. */
export interface LockHolder {
  readonly process: number;
  /** What its user typed, as far as the system tells. */
  readonly command: string;
  /** When it began; null where the system does not tell. */
  readonly since: Date | null;
}

/** The bytes of a file that SQLite locks. */
const [FIRST_BYTE, LAST_BYTE] = [0x4000_0000, 0x4000_0200];
/** As `getconf CLK_TCK` has it on every Linux. */
const TICKS_PER_SECOND = 100;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // another system, or the process has ended
  }
};

/** The processes with a lock on a file, other than this one. */
const lockersOf = (inode: bigint): readonly number[] =>
  textOf('/proc/locks')
    .split('\n')
    .flatMap((line) => {
      const [, pid, file, first] = /(?:READ|WRITE) +(\d+) \w+:\w+:(\d+) (\d+) /.exec(line) ?? [];
      const isOfSqlite = Number(first) >= FIRST_BYTE && Number(first) < LAST_BYTE;
      return file === String(inode) && isOfSqlite && Number(pid) !== process.pid ? [Number(pid)] : [];
    });

/** Options before a verb that have a value in the next word. */
const WITH_VALUE: ReadonlySet<string> = new Set(['--server', '--data', '--wait']);

/** `muniment audit` for `node …/muniment.js audit letters`; the name of any other program. */
export const commandIn = (words: readonly string[]): string => {
  const script = words.findIndex((word) => /\.m?js$|(^|\/)muniment$/.test(word));
  const [program = '', ...rest] = words.slice(Math.max(script, 0));
  const name = basename(program).replace(/\.m?js$/, '');
  if (name !== 'muniment') return name;
  const verb = rest.find((word, index) => !word.startsWith('-') && !WITH_VALUE.has(rest[index - 1] ?? ''));
  return verb === undefined ? name : `${name} ${verb}`;
};

const begunAt = (pid: number): Date | null => {
  const stat = textOf(`/proc/${pid}/stat`);
  const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const [, boot] = /^btime (\d+)$/m.exec(textOf('/proc/stat')) ?? [];
  if (ticks === undefined || boot === undefined) return null;
  return new Date((Number(boot) + Number(ticks) / TICKS_PER_SECOND) * 1_000);
};

/** Who has the database in a file locked; null where nobody has, or the system does not tell. */
export const lockHolder = (file: string): LockHolder | null => {
  const state = statSync(file, { bigint: true, throwIfNoEntry: false });
  const [pid] = state === undefined ? [] : lockersOf(state.ino);
  if (pid === undefined) return null;
  const words = textOf(`/proc/${pid}/cmdline`).split('\0').slice(0, -1);
  return { process: pid, command: commandIn(words) || 'a process', since: begunAt(pid) };
};
