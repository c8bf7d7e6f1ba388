import { isTransient } from '../../events/transient.js';
import { backoffMs, pause } from '../../events/pause.js';
import type { NamedLog } from '../log/logger.js';

const RETRIES = { firstMs: 200, capMs: 5_000 };

/** Does a step of the start, and waits for as long as a server it needs is away. Rejects with what will not pass. */
export const whenAvailable = async <T>(what: string, log: NamedLog, work: () => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      log.warn('The start waits for a server that is away', { what, attempt, error });
      await pause(backoffMs(attempt, RETRIES));
    }
  }
};
