import { readConfig, type Config } from '../../config/config.js';
import { openLog } from '../../log/logger.js';
import { startPlatform, type Platform } from '../platform/platform.js';
import { DisposalStack } from '../process/disposal-stack.js';
import { EXIT_CODES, type Interruption, type Surroundings } from './command-surroundings.js';
import { mutedLog } from './muted-log.js';
import { openRepositoryStores, type RepositoryStores } from './repository-stores.js';
import type { ServerOpenOptions } from '../stores/stores.js';
import type { WaitOptions } from '../process/when-available.js';

/** How a command waits for servers: for a limited time, with messages to its user. */
export const waitingOf = ({ waitMs }: Config, say: (line: string) => void): Omit<WaitOptions, 'signal'> => ({
  limitMs: waitMs,
  onWait: (what) => say(`Waiting for ${what}, which does not answer`),
});

/** The reason of the signal that ends the waiting. */
const STOPPING = new Error('the command is stopping');

/**
 * A platform that is started for a command, with a log that is silent once `ending` is aborted; or the signal that arrived
 * before, after the platform was stopped again. Rejects as `startPlatform` does.
 */
export const startedUnlessInterrupted = async (
  config: Config,
  { interrupted, options = {} }: Pick<Surroundings, 'interrupted' | 'options'>,
  ending: AbortSignal,
  say: (line: string) => void,
): Promise<Platform | Interruption> => {
  const log = mutedLog(options.log ?? openLog(config.logLevel), () => ending.aborted);
  const stopped = new AbortController();
  const waiting = { ...waitingOf(config, say), signal: stopped.signal };
  const starting = startPlatform(config, { ...options, log, waiting });
  const first = await Promise.race([starting, interrupted]);
  if (typeof first !== 'string') return first;
  stopped.abort(STOPPING);
  await starting.then(
    (started) => started.stop(),
    () => undefined, // rejects because of the signal
  );
  return first;
};

/** What work has that ends with a signal. */
export type Interruptible = Omit<ServerOpenOptions, 'folder'>;

/**
 * Does work until its end or until a signal, at which it says `stopped`; then closes what the work has opened. Answers the
 * exit code of the signal, or null. Waiting for a server ends with the signal, too. Rejects as the work does.
 */
export const untilSignal = async (
  { environment, interrupted, messages }: Surroundings,
  stopped: () => string,
  work: (within: Interruptible) => Promise<void>,
): Promise<number | null> => {
  const config = readConfig({ MUNIMENT_LOG_LEVEL: 'warn', ...environment });
  const disposal = new DisposalStack();
  const stopping = new AbortController();
  const waiting = { ...waitingOf(config, (line) => messages.write(`${line}\n`)), signal: stopping.signal };
  const now = (): Date => new Date();
  const working = work({ config, disposal, now, log: openLog(config.logLevel), waiting }).then(() => null);
  working.catch(() => undefined); // after a signal it fails because its stores are closed, as intended
  let signal: Interruption | null;
  try {
    signal = await Promise.race([working, interrupted]);
  } finally {
    stopping.abort(STOPPING);
    await disposal.close();
  }
  if (signal === null) return null;
  messages.write(`${stopped()}\n`);
  return EXIT_CODES[signal];
};

/** Does work on the stores of a repository that is to be `done` ("audited"), as `untilSignal` does work. */
export const onRepository = (
  surroundings: Surroundings,
  { done, stopped }: { readonly done: string; readonly stopped: string },
  work: (stores: RepositoryStores, now: () => Date) => Promise<void>,
): Promise<number | null> =>
  untilSignal(
    surroundings,
    () => stopped,
    async (within) => work(await openRepositoryStores(within, done), within.now),
  );
