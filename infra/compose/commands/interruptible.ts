import type { Config } from '../../config/config.js';
import type { DisposalStack } from '../process/disposal-stack.js';
import type { Interruption, Surroundings } from './command-surroundings.js';
import type { Waiting } from '../process/when-available.js';

/** How a command waits for servers: for a limited time, with messages to its user. */
export const commandWaiting = (
  { waitMs }: Pick<Config, 'waitMs'>,
  say: (line: string) => void,
): Omit<Waiting, 'signal'> => ({ limitMs: waitMs, onWait: (what) => say(`Waiting for ${what}, which is away`) });

/** The reason of the signal that ends the waiting. */
const STOPPING = new Error('the command is stopping');

/** The started platform; or the signal that arrived before, after the platform was stopped again. */
export const startedUnless = async <Started extends { stop(): Promise<void> }>(
  interrupted: Promise<Interruption>,
  start: (waiting: Waiting) => Promise<Started>,
  waiting: Omit<Waiting, 'signal'>,
): Promise<Started | Interruption> => {
  const stopped = new AbortController();
  const starting = start({ ...waiting, signal: stopped.signal });
  const first = await Promise.race([starting, interrupted]);
  if (typeof first !== 'string') return first;
  stopped.abort(STOPPING);
  await starting.then(
    (started) => started.stop(),
    () => undefined, // rejects because of the signal
  );
  return first;
};

/**
 * Runs work until its end, or until a signal, which is answered; then closes what the work uses. Waiting for a server
 * ends with the signal, too.
 */
export const interruptible = async (
  work: (waiting: Waiting) => Promise<void>,
  { interrupted, messages }: Pick<Surroundings, 'interrupted' | 'messages'>,
  disposal: DisposalStack,
  config: Pick<Config, 'waitMs'>,
): Promise<Interruption | null> => {
  const stopped = new AbortController();
  const waiting = commandWaiting(config, (line) => messages.write(`${line}\n`));
  const working = work({ ...waiting, signal: stopped.signal }).then(() => null);
  try {
    const signal = await Promise.race([working, interrupted]);
    if (signal !== null) working.catch(() => undefined); // fails because its stores are closed, as intended
    return signal;
  } finally {
    stopped.abort(STOPPING);
    await disposal.close();
  }
};
