import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writingTo, type TextStream, type Writing } from '../../../clients/command-line/program/streams.js';
import type { Pager } from '../../../clients/command-line/program/surroundings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The command of the pager, for a shell. */
const pagerCommand = ({ MUNIMENT_PAGER, PAGER }: Environment): string => MUNIMENT_PAGER || PAGER || 'less';

const UNKNOWN_ROWS = 24;

const linesIn = (text: string): number => text.split('\n').length - 1;

interface OpenPager extends Writing {
  readonly process: ChildProcess;
}

/** Starts the command with the terminal as its output. */
const startPager = (command: string, environment: Environment): OpenPager => {
  const child = spawn('/bin/sh', ['-c', command], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', ...environment },
  });
  const ended = once(child, 'close').catch(() => undefined);
  const { stdin } = child;
  const writing = writingTo(stdin);
  return {
    process: child,
    write: (chunk) => writing.write(chunk),
    async flushed() {
      stdin.end();
      await ended;
    },
  };
};

/**
 * Holds back what fits on the screen, and writes it to `direct` at the end; what is longer is shown by the pager of the
 * environment. Its end is the end of the writing.
 */
export const openPager = (screen: TextStream, direct: Writing, environment: Environment): Pager => {
  const rows = screen.rows || UNKNOWN_ROWS; // 0 is not known either
  let held: string[] = [];
  let lines = 0;
  let pager: OpenPager | null = null;
  const release = (): string => {
    const text = held.join('');
    held = [];
    return text;
  };
  return {
    isOpen: () => pager !== null && pager.process.exitCode === null,
    async write(chunk) {
      if (pager !== null) return pager.write(chunk);
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      held.push(text);
      lines += linesIn(text);
      if (lines < rows) return;
      pager = startPager(pagerCommand(environment), environment);
      await pager.write(release());
    },
    async flushed() {
      if (pager !== null) return pager.flushed();
      if (held.length > 0) await direct.write(release()).catch(() => undefined); // nobody is there to read
      await direct.flushed();
    },
  };
};
