import { cause } from '../../events/cause.js';
import type { SharedRecords } from '../../flow/shared-records.js';
import { semaphore } from '../../flow/sharing/semaphore.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import type { ArchivalGroupFact } from '../../events/archival-group.js';
import type { RecordedFact } from '../../events/envelope.js';
import { findUnswept } from '../find-unswept.js';
import { follow, type Follower } from '../follow.js';
import { openWithRemaining } from '../remaining-facts.js';
import { repeatUntilDone } from '../repeat-until-done.js';
import type { Log } from '../log.js';
import type { ProcessIdentity } from '../presence/process-identity.js';
import { sweepOldStaging } from './sweep.js';
import { sweepAfterImport } from './sweep-after-import.js';

export interface SweeperOptions {
  readonly dependencies: Dependencies;
  readonly records: SharedRecords;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

/** No worker can be paused for longer and still have open requests. */
const STAGING_KEPT_MS = 7 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const RETRIES = { firstMs: 1_000, capMs: 60_000 };
const CONCURRENCY = 16;

/**
 * Removes what interrupted imports left: follows the ledgers and sweeps a version when a job for it was abandoned, and
 * again when a version is published. What a paused worker writes afterwards is removed by the late sweeper.
 */
export const sweeper = async ({ dependencies, records, identity, log }: SweeperOptions): Promise<Follower> => {
  const { events } = dependencies;
  const sweeps = semaphore(CONCURRENCY);
  const sweepOld = (): void => {
    sweepOldStaging(dependencies, new Date(dependencies.now().getTime() - STAGING_KEPT_MS)).catch((error: unknown) => {
      log.warn('Old staging keys could not be removed', cause(error));
    });
  };
  const take = (fact: RecordedFact, signal: AbortSignal): Promise<void> => {
    const fields = { stream: fact.stream };
    const sweep = (): Promise<void> =>
      sweeps.run(() => sweepAfterImport(dependencies, fact as RecordedFact<ArchivalGroupFact>, log));
    const message = 'A version could not be swept and is tried again';
    return repeatUntilDone(sweep, { retries: RETRIES, signal, log, message, fields });
  };
  const resumed = await openWithRemaining({ name: 'sweeper', records, events, identity, log }, (signal) =>
    findUnswept(dependencies, { since: Infinity, signal }),
  );
  const follower = follow({
    name: 'sweeper',
    ...resumed,
    categories: ['archivalGroup'],
    take,
    log,
    window: 2_000,
  });
  sweepOld();
  const daily = setInterval(sweepOld, DAY_MS).unref();
  const stop = async (): Promise<void> => {
    clearInterval(daily);
    await follower.stop();
  };
  return { ...follower, stop };
};
