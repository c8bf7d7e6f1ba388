import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceFault } from './service-fault.js';

/** How a program of an installation is run. */
export interface Run {
  readonly command: string;
  readonly words: readonly string[];
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** All that it says goes to the end of this file. */
  readonly log: string;
  /** How often it is tried, where it asks a registry; once by default. */
  readonly attempts?: number;
}

/** No installation takes longer than this, in milliseconds; a registry that hangs shall not hold everyone. */
const LONGEST_MS = 20 * 60_000;
const PAUSE_MS = 3_000;
const KEPT = 64 * 1024;

interface Outcome {
  readonly output: string;
  /** Null where it ended well. */
  readonly failure: string | null;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';

const missing = (command: string): string => `${command} is not installed on this machine`;

const runOnce = ({ command, words, environment = {}, log }: Run): Promise<Outcome> =>
  new Promise((resolve) => {
    const file = createWriteStream(log, { flags: 'a' });
    const said = { output: '', all: '' };
    const end = (failure: string | null): void => {
      file.end(() => resolve({ output: said.output, failure }));
    };
    file.write(`$ ${[command, ...words].join(' ')}\n`);
    const child = spawn(command, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
      signal: AbortSignal.timeout(LONGEST_MS), // the option `timeout` would keep us waiting where nothing was started
    });
    const hear = (chunk: Buffer): void => {
      file.write(chunk);
      said.all = `${said.all}${chunk.toString()}`.slice(-KEPT);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      said.output += chunk.toString();
      hear(chunk);
    });
    child.stderr.on('data', hear);
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') end(missing(command));
      else if (error.name === 'AbortError') end(`${command} did not end within ${LONGEST_MS / 60_000} minutes`);
      else end(`${command} does not start: ${error.message}`);
    });
    child.once('close', (code, signal) =>
      end(code === 0 ? null : `${command} ended with ${code ?? signal ?? 'nothing'}: ${lastLine(said.all)}`),
    );
  });

/** What the program printed. Throws ServiceFault with its last line when it fails every time. */
export const runProgram = async (run: Run): Promise<string> => {
  for (let attempt = 1; ; attempt++) {
    const { output, failure } = await runOnce(run);
    if (failure === null) return output;
    if (failure === missing(run.command)) throw new ServiceFault(failure);
    if (attempt >= (run.attempts ?? 1)) throw new ServiceFault(`${failure} (log ${run.log})`);
    await pause(attempt * PAUSE_MS);
  }
};
