import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.js';
import { reasonOf, ServiceFault } from './service-fault.js';
import { holdsWithin } from '../support/scheduling/holds-within.js';

/** How a server is started. */
export interface Launch {
  readonly command: string;
  readonly words: readonly string[];
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a process that outlives this one and writes into a fresh log. Throws ServiceFault where it does not start. */
export const launch = async ({ command, words, environment = {} }: Launch, log: string): Promise<ProcessIdentity> => {
  const output = openSync(log, 'w', 0o600);
  try {
    const child = spawn(command, words, {
      detached: true,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...environment },
    });
    await once(child, 'spawn');
    child.unref();
    const identity = child.pid === undefined ? null : identityOf(child.pid);
    if (identity === null) throw new ServiceFault(`${command} ended at once; its log is ${log}`);
    return identity;
  } catch (error) {
    if (error instanceof ServiceFault) throw error;
    throw new ServiceFault(`${command} does not start: ${reasonOf(error)}`);
  } finally {
    closeSync(output);
  }
};

const signal = (identity: ProcessIdentity, name: NodeJS.Signals): void => {
  try {
    if (isRunning(identity)) process.kill(identity.pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

/** Ends that very process, in order if it can within the time given; throws ServiceFault where it cannot be ended. */
export const endProcess = async (identity: ProcessIdentity, graceMs = 30_000): Promise<void> => {
  const isGone = (): boolean => !isRunning(identity);
  signal(identity, 'SIGTERM');
  if (await holdsWithin(isGone, graceMs)) return;
  signal(identity, 'SIGKILL');
  if (!(await holdsWithin(isGone, 5_000))) throw new ServiceFault(`process ${identity.pid} cannot be ended`);
};
