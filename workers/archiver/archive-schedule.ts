import type { Dependencies } from '../../commands/core/dependencies.js';
import { cause } from '../../events/cause.js';
import { pause } from '../../flow/pause.js';
import type { ArchivableDepositsView } from '../../projections/archivable-deposits/archivable-deposits.js';
import type { Log } from '../log.js';
import { beginWork, type SingletonRun } from '../singleton.js';
import { archiveBatch, type BatchSize } from './archive-batch.js';

/** When the platform begins archive jobs by itself. */
export interface ArchiveSchedule extends BatchSize {
  /** The time between two batches, in milliseconds. */
  readonly everyMs: number;
  /** How long after its start the first batch begins, in milliseconds; a minute by default. */
  readonly firstMs?: number;
}

export interface ScheduledArchivingOptions {
  readonly dependencies: Dependencies;
  readonly archivable: Pick<ArchivableDepositsView, 'oldest'>;
  readonly schedule: ArchiveSchedule;
  readonly log: Log;
}

const FIRST_MS = 60_000;
/** No timer takes much more than three weeks. */
const LONGEST_PAUSE_MS = 24 * 3_600_000;

const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  for (let left = ms; left > 0 && !signal.aborted; left -= LONGEST_PAUSE_MS)
    await pause(Math.min(left, LONGEST_PAUSE_MS), signal);
};

/** Begins a batch at each interval, until it is stopped (companion 13.9); a failed one is begun again at the next. */
export const scheduledArchiving = (options: ScheduledArchivingOptions): SingletonRun => {
  const { dependencies, archivable, schedule, log } = options;
  const { everyMs, firstMs = Math.min(everyMs, FIRST_MS), olderThan, batch } = schedule;
  return beginWork('the schedule of archiving', async (signal) => {
    for (let restMs = firstMs; !signal.aborted; restMs = everyMs) {
      await rest(restMs, signal);
      await archiveBatch({ dependencies, archivable, olderThan, batch, log, signal }).catch((error: unknown) => {
        if (!signal.aborted) log.warn('A batch of deposits could not be archived and is tried again', cause(error));
      });
    }
  });
};
