import { sweepWorkspace } from '../commands/processes/deposits/delete-deposit.js';
import type { Dependencies } from '../commands/core/dependencies.js';
import type { ArchivalGroupFact } from '../events/archival-group.js';
import type { DepositFact } from '../events/deposit.js';
import type { RecordedFact } from '../events/envelope.js';
import { findUnswept } from './find-unswept.js';
import { follow, type Follower } from './follow.js';
import { sweepAfterImport } from './importer/sweep-after-import.js';
import { openWithRemaining } from './remaining-facts.js';
import { repeatUntilDone } from './repeat-until-done.js';
import type { Log } from './log.js';
import type { SharedRecords } from '../flow/shared-records.js';
import { pause } from '../flow/pause.js';
import { semaphore } from '../flow/sharing/semaphore.js';
import type { ProcessIdentity } from './presence/process-identity.js';
import { typeGuard } from '../events/type-guard.js';

export interface LateSweeperOptions {
  readonly dependencies: Dependencies;
  readonly records: SharedRecords;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** Longer than any request to the object store can take, in milliseconds. */
  readonly lateMs?: number;
}

type EndFact = RecordedFact<
  Extract<ArchivalGroupFact | DepositFact, { type: 'ImportAbandoned' | 'VersionPublished' | 'DepositWorkspaceEmptied' }>
>;

const isEnd = typeGuard<EndFact>({ ImportAbandoned: true, VersionPublished: true, DepositWorkspaceEmptied: true });

const RETRIES = { firstMs: 1_000, capMs: 60_000 };
const CONCURRENCY = 16;

/**
 * Sweeps each place a second time: a paused worker, or a client during an upload, may write to it after the first
 * sweep. It follows the log with a delay, after which no request can still be writing; the delay is counted from the
 * time of the fact, so a restart does not extend it. Where its checkpoint is lost, it sweeps what lies there that ended
 * jobs and emptied deposits have left, whether or not the first sweep came to it.
 */
export const lateSweeper = async (options: LateSweeperOptions): Promise<Follower> => {
  const { dependencies, records, identity, log, lateMs = 15 * 60_000 } = options;
  const sweeps = semaphore(CONCURRENCY);

  const sweep = async (ended: EndFact): Promise<void> => {
    if (ended.type === 'DepositWorkspaceEmptied') await sweepWorkspace(dependencies, ended.data.depositId);
    else await sweepAfterImport(dependencies, ended, log);
  };
  /** The remaining delay in milliseconds; at most `lateMs`, even if a clock was changed. */
  const remainingDelay = ({ metadata }: RecordedFact): number =>
    Math.min(lateMs, Date.parse(metadata.occurredAt) + lateMs - dependencies.now().getTime());

  const { events } = dependencies;
  const resumed = await openWithRemaining({ name: 'late-sweeper', records, events, identity, log }, (signal) =>
    findUnswept(dependencies, { since: dependencies.now().getTime() - lateMs, signal }),
  );
  return follow({
    name: 'late-sweeper',
    ...resumed,
    categories: ['archivalGroup', 'deposit'],
    async take(fact, signal) {
      if (!isEnd(fact)) return;
      await pause(remainingDelay(fact), signal);
      await repeatUntilDone(() => sweeps.run(() => sweep(fact)), {
        retries: RETRIES,
        signal,
        log,
        message: 'The second sweep of a place failed and is tried again',
        fields: { stream: fact.stream },
      });
    },
    log,
    window: 2_000,
  });
};
