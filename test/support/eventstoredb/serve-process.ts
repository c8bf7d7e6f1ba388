import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Faults } from './faults.js';
import type { ServerVersion } from './node.js';

/** The server as a process of its own. */
export interface ServedEventStoreDb {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sets fault switches. */
  set(faults: Partial<Faults>): Promise<void>;
  scavenge(): Promise<void>;
  /** Ends the process, by default as a crash does. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

interface Ready {
  readonly url: string;
  readonly control: string;
}

/** Starts it and waits until it is ready. Without a file nothing outlives it; port 0 takes a free one. */
export const serveEventStoreDb = async (
  options: { file?: string; port?: number; version?: ServerVersion } = {},
): Promise<ServedEventStoreDb> => {
  const { file, port = 0, version = '23.10' } = options;
  const script = fileURLToPath(new URL('serve.js', import.meta.url));
  const args = [script, '--port', `${port}`, '--version', version, ...(file === undefined ? [] : ['--file', file])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    exited.then(() => {
      throw new Error('the server ended before it was ready');
    }),
  ]);
  const { url, control } = JSON.parse(line[0]) as Ready;
  return {
    url,
    child,
    async set(faults) {
      await fetch(`${control}/faults`, { method: 'POST', body: JSON.stringify(faults) });
    },
    async scavenge() {
      await fetch(`${control}/scavenge`, { method: 'POST' });
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await exited;
    },
  };
};
