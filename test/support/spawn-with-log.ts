import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** How a server of others is started. */
export interface ServerLaunch {
  readonly command: string;
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** All that it says goes to the end of this file. */
  readonly log: string;
}

/** Starts a server that writes into a file: a pipe would have to be read for as long as it lives. */
export const spawnWithLog = ({ command, words, env, log }: ServerLaunch): ChildProcess => {
  const output = openSync(log, 'a');
  try {
    return spawn(command, words, { stdio: ['ignore', output, output], env });
  } finally {
    closeSync(output);
  }
};
