import type { MovedEntryFact } from '../events/container.js';
import type { Position } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import type { SharedRecords } from '../flow/shared-records.js';
import { openCheckpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import type { FactPublisher } from './fact-publisher.js';
import type { Log } from './log.js';
import { unlessAborted } from '../flow/unless-aborted.js';
import type { ProcessIdentity } from './presence/process-identity.js';

/** The categories of public facts. Plans, leases and checkpoints are internal and are not published. */
export const RELAYED = ['archivalGroup', 'container', 'deposit', 'export', 'importJob', 'pipelineRun', 'job'] as const;

/** Facts of these categories that have no public event: nothing is different for anybody after them. */
const WITHOUT_EVENT: ReadonlySet<string> = new Set<MovedEntryFact['type']>([
  'ContainerEntriesMoving',
  'ChildEntryMoved',
  'ContainerEntriesMoved',
]);

/** Whether a fact of these categories is published. */
export const isPublished = ({ type }: { readonly type: string }): boolean => !WITHOUT_EVENT.has(type);

export interface RelayOptions {
  readonly events: EventStore;
  readonly records: SharedRecords;
  readonly publisher: FactPublisher;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

/** How far a relay may be ahead of the last fact up to which the broker has stored all, in facts. */
const WINDOW = 2_000;

/**
 * Where a relay goes on that has lost its checkpoint: a window before the newest fact that is known to be published, up
 * to which every fact was published, since no relay is further ahead. Null, the beginning, where nothing is known to be.
 */
const lastPublished = async (events: EventStore, publisher: FactPublisher): Promise<Position | null> => {
  const newest = await publisher.resume();
  if (newest === null) return null;
  const earlier: Position[] = [];
  for await (const { position } of events.readAll({ before: newest, categories: RELAYED, limit: WINDOW }))
    earlier.push(position);
  return earlier[WINDOW - 1] ?? null;
};

/**
 * Publishes every public fact to the broker in the order of the log. Its checkpoint, `mark/relay`, covers only
 * facts that the broker has stored, so that after a crash some are repeated and none is missed. Where it is lost, the
 * broker tells what it has.
 */
export const relay = async ({ events, records, publisher, identity, log }: RelayOptions): Promise<Follower> =>
  follow({
    name: 'relay',
    events,
    categories: RELAYED,
    checkpoint: await openCheckpoint({
      name: 'relay',
      records,
      events,
      identity,
      log,
      whenLost: () => lastPublished(events, publisher),
    }),
    take: (fact, signal) => (isPublished(fact) ? unlessAborted(publisher.publish(fact), signal) : Promise.resolve()),
    log,
    window: WINDOW,
  });
