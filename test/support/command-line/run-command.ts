import { readFileSync } from 'node:fs';
import type { Ready } from '../../../infra/compose/platform/platform.js';
import { endsByError } from '../evidence/process-output.js';
import { FREE_PORTS } from '../platform/own-config.js';
import { startProgram, type Program, type ProgramEnd, type RunningProgram } from '../processes/program.js';
import { until } from '../scheduling/until.js';

export interface CommandOptions extends Pick<Program, 'env' | 'uid' | 'openFiles'> {
  /** Whether nobody reads what the command says. */
  readonly isUnread?: boolean;
}

export interface CommandEnd extends ProgramEnd {
  readonly stdout: string;
  readonly stderr: string;
}

/** The program with the words of a verb. */
export const programOf = (verb: string, words: readonly string[] = []): Pick<Program, 'file' | 'words'> => ({
  file: 'infra/compose/muniment.js',
  words: [verb, ...words],
});

/** Reads nothing more of what a program says. */
const leave = ({ child }: RunningProgram): void => {
  child.stdout?.destroy();
  child.stderr?.destroy();
};

/** Runs a command of the platform, as people do, to its end. */
export const runCommand = async (
  verb: string,
  words: readonly string[],
  { isUnread = false, ...options }: CommandOptions = {},
): Promise<CommandEnd> => {
  const program = startProgram({ ...programOf(verb, words), ...options });
  if (isUnread) leave(program);
  const end = await program.ended;
  return { ...end, stdout: program.output(), stderr: program.said() };
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
  const program = startProgram({ ...programOf('start'), ...options, env: { ...FREE_PORTS, ...env } });
  const first = await program.firstLine();
  await until('it has greeted', () => program.said().includes('Ctrl-C') || !program.isRunning());
  return {
    ready: readyOf(first),
    said: () => program.said(),
    leave: () => leave(program),
    mayFail: () => endsByError(program.child),
    async end(signal) {
      const begun = performance.now();
      const how = await program.end(signal);
      const ms = performance.now() - begun;
      return { ...how, stdout: program.lines().join('\n'), stderr: program.said(), ms };
    },
  };
};
