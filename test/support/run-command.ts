import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Ready } from '../../infra/compose/platform/platform.js';
import { endsByError } from './evidence/process-output.js';

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The user and group to run as. */
  readonly uid?: number;
  /** How many files the command may have open at once. */
  readonly openFiles?: number;
  /** How long the command may run before it is killed. */
  readonly withinMs?: number;
  /** Whether nobody reads what the command says. */
  readonly isUnread?: boolean;
}

export interface CommandEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Program = 'preserve' | 'platform-process' | 'issuer' | 'audit' | 'adopt' | 'archive';

const begin = (
  named: Program,
  words: readonly string[],
  { env = {}, uid, openFiles, withinMs }: CommandOptions,
): ChildProcess => {
  const path = fileURLToPath(new URL(`../../infra/compose/${named}.js`, import.meta.url));
  const command = [process.execPath, path, ...words];
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`];
  const [program = '', ...rest] = [...limited, ...command];
  return spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...(withinMs === undefined ? {} : { timeout: withinMs, killSignal: 'SIGKILL' }),
  });
};

const ended = async (child: ChildProcess): Promise<Pick<CommandEnd, 'code' | 'signal'>> => {
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { code, signal };
};

/** Runs a command of the platform, as people do, to its end. */
export const runCommand = async (
  program: Program,
  words: readonly string[],
  options: CommandOptions = {},
): Promise<CommandEnd> => {
  const child = begin(program, words, options);
  const said = async (stream: Readable): Promise<string> => {
    if (options.isUnread !== true) return text(stream);
    stream.destroy();
    return '';
  };
  const [exit, stdout, stderr] = await Promise.all([ended(child), said(child.stdout!), said(child.stderr!)]);
  return { ...exit, stdout, stderr };
};

export interface RunningPlatform {
  /** What the line for programs says, with the secret from the file that it names. */
  readonly ready: Ready;
  /** Sends a signal and waits for the end, of which `ms` says how long it took. */
  end(signal: NodeJS.Signals): Promise<CommandEnd & { readonly ms: number }>;
  /** All that was said for people so far. */
  said(): string;
  /** Reads nothing more of what it says. */
  leave(): void;
  /** It will end by an error that nothing handles, as its spec wants it to. */
  mayFail(): void;
}

interface ReadyLine extends Omit<Ready, 's3'> {
  readonly s3: Omit<Ready['s3'], 'secretAccessKey'> & { readonly credentials: string };
}

const readyOf = (line: string): Ready => {
  const { s3, ...ready } = JSON.parse(line) as ReadyLine;
  const { credentials, ...shown } = s3;
  const { secretAccessKey } = JSON.parse(readFileSync(credentials, 'utf8')) as Ready['s3'];
  return { ...ready, s3: { ...shown, secretAccessKey } };
};

/** Starts the platform in the foreground of a process of its own, and waits until it has said all of its greeting. */
export const startProcess = async (
  env: Readonly<Record<string, string>>,
  options: Pick<CommandOptions, 'openFiles'> = {},
): Promise<RunningPlatform> => {
  const ports = {
    MUNIMENT_PRESERVATION_PORT: '0',
    MUNIMENT_STORAGE_PORT: '0',
    MUNIMENT_S3_PORT: '0',
    MUNIMENT_OPERATIONS_PORT: '0',
  };
  const child = begin('platform-process', [], { ...options, env: { ...ports, ...env } });
  const exit = ended(child);
  let stderr = '';
  const told = new EventEmitter();
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    if (stderr.includes('Ctrl-C')) told.emit('everything');
  });
  const lines = createInterface(child.stdout!);
  const stdout: string[] = [];
  lines.on('line', (line) => stdout.push(line));
  await Promise.race([Promise.all([once(lines, 'line'), once(told, 'everything')]), exit]);
  const [first] = stdout;
  if (first === undefined) throw new Error(`the platform did not start: ${stderr}`);
  return {
    ready: readyOf(first),
    said: () => stderr,
    leave() {
      lines.close();
      child.stdout!.destroy();
      child.stderr!.destroy();
    },
    mayFail: () => endsByError(child),
    async end(signal) {
      const begun = performance.now();
      child.kill(signal);
      const how = await exit;
      return { ...how, stdout: stdout.join('\n'), stderr, ms: performance.now() - begun };
    },
  };
};
