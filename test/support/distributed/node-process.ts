import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface NodeProcessOptions {
  /** For people. */
  readonly name: string;
  /** Of the compiled file, from the folder of the compiled project. */
  readonly program: string;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A program of ours in a process of its own, which may be killed and started again as often as one likes. */
export interface NodeProcess {
  readonly name: string;
  /** Begins it; resolves with the line of JSON by which it says that it is ready. */
  start(): Promise<unknown>;
  running(): boolean;
  /** Sends a signal; resolves at its end, with its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** The last of what it said for people. */
  said(): string;
}

const SAID = 20_000;

export const nodeProcess = ({ name, program, words = [], env = {} }: NodeProcessOptions): NodeProcess => {
  const path = fileURLToPath(new URL(`../../../${program}`, import.meta.url));
  let child: ChildProcess | null = null;
  let said = '';
  const isRunning = (): boolean => child !== null && child.exitCode === null && child.signalCode === null;
  return {
    name,
    running: isRunning,
    said: () => said,
    async start() {
      const begun = spawn(process.execPath, ['--enable-source-maps', path, ...words], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'], ...env },
      });
      child = begun;
      begun.stderr.setEncoding('utf8').on('data', (chunk: string) => (said = (said + chunk).slice(-SAID)));
      const lines = createInterface(begun.stdout);
      const exit = once(begun, 'exit').then(() => null);
      const line = await Promise.race([once(lines, 'line') as Promise<[string]>, exit]);
      if (line === null) throw new Error(`${name} did not start: ${said}`);
      return JSON.parse(line[0]) as unknown;
    },
    async end(signal) {
      if (child === null || !isRunning()) return child?.exitCode ?? null;
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
      return child.exitCode;
    },
  };
};
