import type { ChildProcess } from 'node:child_process';
import { startProgram, type ProgramEnd } from '../processes/program.js';
import type { Users } from './authorization.js';
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
  kill(signal?: NodeJS.Signals): Promise<ProgramEnd>;
}

interface Ready {
  readonly url: string;
  readonly control: string;
}

/** Starts it and waits until it is ready. Without a file nothing outlives it; port 0 takes a free one. */
export const serveEventStoreDb = async (
  options: { file?: string; port?: number; version?: ServerVersion; users?: Users } = {},
): Promise<ServedEventStoreDb> => {
  const file = options.file === undefined ? [] : ['--file', options.file];
  const users = options.users === undefined ? [] : ['--users', JSON.stringify(options.users)];
  const words = ['--port', `${options.port ?? 0}`, '--version', options.version ?? '23.10', ...file, ...users];
  const program = startProgram({ file: 'test/support/eventstoredb/serve.js', words });
  const { url, control } = JSON.parse(await program.firstLine()) as Ready;
  return {
    url,
    child: program.child,
    async set(faults) {
      await fetch(`${control}/faults`, { method: 'POST', body: JSON.stringify(faults) });
    },
    async scavenge() {
      await fetch(`${control}/scavenge`, { method: 'POST' });
    },
    kill: (signal) => program.end(signal),
  };
};
