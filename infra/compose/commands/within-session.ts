import type { Session } from '../../../clients/command-line/program/verb.js';
import { readConfig, type Config } from '../../config/config.js';
import { settings as known } from '../../config/settings.js';
import { openLog } from '../../log/logger.js';
import { ArchiveInUse } from '../process/archive-in-use.js';
import { DisposalStack } from '../process/disposal-stack.js';
import { inUseFault } from '../process/opening-faults.js';
import type { WaitOptions } from '../process/when-available.js';
import type { ServerOpenOptions } from '../stores/stores.js';

/** How a command waits for servers: for a limited time, with messages to its user. */
const waitingOf = ({ waitMs }: Config, { output, interrupted: signal }: Session): WaitOptions => ({
  signal,
  limitMs: waitMs,
  onWait: (what) => output.note(`Waiting for ${what}, which does not answer`),
});

/** What work has that ends with a signal. */
export interface Interruptible extends Omit<ServerOpenOptions, 'folder'> {
  /** The data folder as it was named. */
  readonly archive: string;
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Does work of a verb until its end or until the signal, with whose reason it rejects; then closes what the work has
 * opened. Waiting for a server, or for a data folder in use, ends with the signal, too. Rejects as the work does, and with
 * CommandFault for a data folder that is in use.
 */
export const withinSession = async <T>(session: Session, work: (within: Interruptible) => Promise<T>): Promise<T> => {
  const { environment, interrupted, now, waitMs } = session;
  interrupted.throwIfAborted();
  const config = readConfig({ MUNIMENT_LOG_LEVEL: 'warn', ...environment });
  const archive = environment[known.data.variable] ?? config.data;
  const disposal = new DisposalStack();
  const waiting = { waiting: waitingOf(config, session), lockWaitMs: waitMs ?? undefined };
  const working = work({ config, disposal, now, log: openLog(config.logLevel), archive, ...waiting });
  working.catch(() => undefined); // after a signal it fails because its stores are closed, as intended
  try {
    return await Promise.race([working, untilAborted(interrupted)]);
  } catch (error) {
    throw error instanceof ArchiveInUse ? inUseFault(archive, error) : error;
  } finally {
    await disposal.close();
  }
};
