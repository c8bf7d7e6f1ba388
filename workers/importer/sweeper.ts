import type { Services } from '../../commands/services.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { Recorded } from '../../events/envelope.js';
import { openCheckpoint } from '../checkpoint.js';
import { follow, type Follower } from '../follow.js';
import { cause, type Log } from '../log.js';
import { backoffMs, pause } from '../pause.js';
import type { Identity } from '../platform-fact.js';
import { abandonedJobs, sweepOldStaging, sweepStaging, sweepVersion } from './sweep.js';

export interface SweeperOptions {
  readonly services: Services;
  readonly identity: Identity;
  readonly log: Log;
  /** Longer than any request to the object store can still be under way. */
  readonly againAfterMs?: number;
}

/** No worker sleeps for longer and wakes up with its requests alive. */
const STAGING_KEPT_MS = 7 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const RETRIES = { firstMs: 1_000, capMs: 60_000 };

/**
 * Clears up behind imports, wherever they were interrupted: follows the ledgers and sweeps a version when a job for it
 * was abandoned, and once more when a version is published. A worker that was paused may still write after both, so
 * an abandoned version is swept again after the longest request time-out.
 */
export const sweeper = async (options: SweeperOptions): Promise<Follower> => {
  const { services, identity, log, againAfterMs = 15 * 60_000 } = options;
  const { events } = services;
  const late = new Set<NodeJS.Timeout>();
  const sweep = async (group: string, version: number): Promise<void> => {
    const removed = await sweepVersion(services, group, version);
    if (removed > 0) log.info('Keys of abandoned imports were removed', { group, version, removed });
  };
  const sweepOld = (): void => {
    sweepOldStaging(services, new Date(services.now().getTime() - STAGING_KEPT_MS)).catch((error: unknown) => {
      log.warn('Old staging keys could not be removed', cause(error));
    });
  };
  const sweepAgainLater = (group: string, version: number): void => {
    const timer = setTimeout(() => {
      late.delete(timer);
      sweep(group, version).catch((error: unknown) =>
        log.warn('A version could not be swept', { group, ...cause(error) }),
      );
    }, againAfterMs).unref();
    late.add(timer);
  };
  const clearUp = async ({ type, data }: ArchivalGroupFact): Promise<void> => {
    if (type === 'VersionPublished') {
      await sweepStaging(services, data.jobId);
      await sweep(data.path, data.version);
    }
    if (type === 'ImportAbandoned') {
      await sweepStaging(services, data.jobId);
      const version = (await abandonedJobs(events, data.path)).get(data.jobId);
      if (version === undefined) return;
      await sweep(data.path, version);
      sweepAgainLater(data.path, version);
    }
  };
  const take = async (fact: Recorded, signal: AbortSignal): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      try {
        await clearUp(fact as Recorded<ArchivalGroupFact>);
        return;
      } catch (error) {
        log.warn('A version could not be swept and is tried again', { stream: fact.stream, ...cause(error) });
        await pause(backoffMs(attempt, RETRIES), signal);
      }
    }
  };
  const follower = follow({
    name: 'sweeper',
    events,
    categories: ['archivalGroup'],
    checkpoint: await openCheckpoint({ name: 'sweeper', events, identity, log }),
    take,
    log,
    window: 16,
  });
  sweepOld();
  const daily = setInterval(sweepOld, DAY_MS).unref();
  const stop = async (): Promise<void> => {
    clearInterval(daily);
    for (const timer of late) clearTimeout(timer);
    await follower.stop();
  };
  return { ...follower, stop };
};
