import type { Session } from '../../../clients/command-line/program/verb.js';
import { readConfig } from '../../config/config.js';
import { openLog } from '../../log/logger.js';
import { DisposalStack } from '../process/disposal-stack.js';
import { waitingOf, type Interruptible } from './interruptible.js';

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Does work of a verb until its end or until the signal, with whose reason it rejects; then closes what the work has
 * opened. Waiting for a server ends with the signal, too. Rejects as the work does.
 */
export const withinSession = async <T>(
  { environment, output, interrupted, now }: Session,
  work: (within: Interruptible) => Promise<T>,
): Promise<T> => {
  const config = readConfig({ MUNIMENT_LOG_LEVEL: 'warn', ...environment });
  const disposal = new DisposalStack();
  const waiting = { ...waitingOf(config, (line) => output.note(line)), signal: interrupted };
  const working = work({ config, disposal, now, log: openLog(config.logLevel), waiting });
  working.catch(() => undefined); // after a signal it fails because its stores are closed, as intended
  try {
    return await Promise.race([working, untilAborted(interrupted)]);
  } finally {
    await disposal.close();
  }
};
