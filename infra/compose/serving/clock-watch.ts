import type { EventStore } from '../../../events/store.js';
import type { NamedLog } from '../../log/logger.js';

/** How far the clock of this process is behind the newest fact of the log. */
export interface ClockWatch {
  /** In seconds, when it was last looked at; 0 for a clock that is not behind. */
  behindSeconds(): number;
  close(): Promise<void>;
}

const EVERY_MS = 60_000;
/** Clocks that are kept by the network differ by less. */
const MOST_SECONDS = 60;

/**
 * Compares the clock with the newest fact now, and every minute. A clock that is more than a minute behind is
 * logged once while it is: this clock is wrong, or that of the process that wrote the fact. Facts are right in either
 * case, since none is written with a time before that of the fact before it.
 */
export const watchClock = async (
  { newestAt }: Pick<EventStore, 'newestAt'>,
  now: () => Date,
  log: NamedLog,
): Promise<ClockWatch> => {
  let behind = 0;
  const look = async (): Promise<void> => {
    const newest = await newestAt();
    const before = behind;
    behind = newest === null ? 0 : Math.max(0, (Date.parse(newest) - now().getTime()) / 1_000);
    if (behind <= MOST_SECONDS || before > MOST_SECONDS) return;
    const seconds = Math.round(behind);
    log.warn('The clock is behind the newest fact of the log: set it, or that of the process that wrote the fact', {
      seconds,
      newest,
    });
  };
  const looked = (): Promise<void> => look().catch(() => undefined); // the log is away, which the watch of the readers tells
  await looked();
  const timer = setInterval(() => void looked(), EVERY_MS).unref();
  return {
    behindSeconds: () => behind,
    close: () => {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
};
