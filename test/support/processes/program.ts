import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program for Node, to be run in a process of its own. */
export interface Program {
  /** Its compiled file, by its path in the compiled project. */
  readonly file: string;
  readonly words?: readonly string[];
  /** Its environment, beside the PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it is told anything. */
  readonly hears?: boolean;
  /** The user and group to run as. */
  readonly uid?: number;
  /** How many files it may have open at once. */
  readonly openFiles?: number;
  /** The open file that gets what it says for people. */
  readonly errors?: number;
}

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program in its process. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** All that it has said for programs. */
  output(): string;
  /** The whole lines of that: one that was torn by its death is none. */
  lines(): readonly string[];
  /** Its first line; rejects where it ends before that. */
  firstLine(): Promise<string>;
  onLine(listener: (line: string) => void): void;
  /** All that it has said for people. */
  said(): string;
  tell(line: string): void;
  isRunning(): boolean;
  /** Resolves at its end, when all that it said was heard. */
  readonly ended: Promise<ProgramEnd>;
  /** Sends a signal, SIGKILL unless told; resolves at the end. */
  end(signal?: NodeJS.Signals): Promise<ProgramEnd>;
}

const COMPILED = fileURLToPath(new URL('../../../', import.meta.url));

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

const spawned = ({ file, words = [], env = {}, hears = false, uid, openFiles, errors }: Program): ChildProcess => {
  const node = [process.execPath, '--enable-source-maps', resolve(COMPILED, file), ...words];
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`];
  const [command = '', ...rest] = [...limited, ...node];
  const child = spawn(command, rest, {
    stdio: [hears ? 'pipe' : 'ignore', 'pipe', errors ?? 'pipe'],
    env: {
      PATH: process.env['PATH'],
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      MUNIMENT_CONSOLE_BUILD: 'false',
      ...env,
    },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  child.stdin?.on('error', () => undefined); // its death is told by its end
  return child;
};

/** Starts a program. It does not outlive this process. */
export const startProgram = (program: Program): RunningProgram => {
  const child = spawned(program);
  const lines: string[] = [];
  const heard = new EventEmitter<{ line: [string] }>();
  let [output, torn, said] = ['', '', ''];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const whole = (torn + text).split('\n');
    torn = whole.pop() ?? '';
    for (const line of whole) {
      lines.push(line);
      heard.emit('line', line);
    }
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  living.add(child);
  const end = async (): Promise<ProgramEnd> => {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    living.delete(child);
    return { code, signal };
  };
  const ended = end();
  return {
    child,
    output: () => output,
    lines: () => lines,
    onLine: (listener) => void heard.on('line', listener),
    said: () => said,
    tell: (line) => void child.stdin?.write(`${line}\n`),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    async firstLine() {
      if (lines.length === 0) await Promise.race([once(heard, 'line'), ended]);
      const [first] = lines;
      if (first === undefined) throw new Error(`${program.file} ended before it said anything: ${said}`);
      return first;
    },
    end(signal = 'SIGKILL') {
      child.kill(signal);
      return ended;
    },
  };
};

/** Kills a program once it has said so many lines that count; answers all that it said. */
export const killedAfter = async (
  program: Program,
  count: number,
  counts: (line: string) => boolean = () => true,
): Promise<readonly string[]> => {
  const running = startProgram(program);
  let left = count;
  running.onLine((line) => {
    if (counts(line) && --left === 0) void running.end();
  });
  const { code, signal } = await running.ended;
  if (signal !== 'SIGKILL') throw new Error(`${program.file} ended with ${code ?? String(signal)}: ${running.said()}`);
  return running.lines();
};
