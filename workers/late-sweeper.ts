import { sweepWorkspace } from '../commands/processes/delete-deposit.js';
import type { Services } from '../commands/core/services.js';
import type { ArchivalGroupFact } from '../events/archival-group.js';
import type { DepositFact } from '../events/deposit.js';
import type { Recorded } from '../events/envelope.js';
import { openCheckpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import { sweepBehind } from './importer/sweep-behind.js';
import { insist } from './insist.js';
import type { Log } from './log.js';
import { pause } from '../flow/pause.js';
import type { ProcessIdentity } from './platform-fact.js';

export interface LateSweeperOptions {
  readonly services: Services;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** Longer than any request to the object store can still be under way. */
  readonly lateMs?: number;
}

type Ended = Recorded<
  Extract<ArchivalGroupFact | DepositFact, { type: 'ImportAbandoned' | 'VersionPublished' | 'DepositWorkspaceEmptied' }>
>;

const ENDS: ReadonlySet<string> = new Set<Ended['type']>([
  'ImportAbandoned',
  'VersionPublished',
  'DepositWorkspaceEmptied',
]);

const RETRIES = { firstMs: 1_000, capMs: 60_000 };

/**
 * Clears up once more behind what has ended: a worker that was paused, or a client in the middle of an upload, may
 * write to a place after it was swept. It follows the log at a distance, so that it comes to each end when nobody can
 * be writing any more; its checkpoint outlives the process, and so does its distance.
 */
export const lateSweeper = async (options: LateSweeperOptions): Promise<Follower> => {
  const { services, identity, log, lateMs = 15 * 60_000 } = options;

  const sweep = async (ended: Ended): Promise<void> => {
    if (ended.type === 'DepositWorkspaceEmptied') await sweepWorkspace(services, ended.data.depositId);
    else await sweepBehind(services, ended, log);
  };
  /** What is left to wait; never longer than the distance, wherever a clock was set meanwhile. */
  const distance = ({ metadata }: Recorded): number =>
    Math.min(lateMs, Date.parse(metadata.occurredAt) + lateMs - services.now().getTime());

  return follow({
    name: 'late-sweeper',
    events: services.events,
    categories: ['archivalGroup', 'deposit'],
    checkpoint: await openCheckpoint({ name: 'late-sweeper', events: services.events, identity, log }),
    async take(fact, signal) {
      if (!ENDS.has(fact.type)) return;
      await pause(distance(fact), signal);
      await insist(() => sweep(fact as Ended), {
        retries: RETRIES,
        signal,
        log,
        complaint: 'A place could not be swept once more and is tried again',
        fields: { stream: fact.stream },
      });
    },
    log,
    window: 16,
  });
};
