import type { EventStore } from '../events/store.js';
import { openCheckpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import type { FactPublisher } from './fact-publisher.js';
import type { Log } from './log.js';
import { unlessAborted } from '../flow/unless-aborted.js';
import type { ProcessIdentity } from './platform-fact.js';

/** The categories of public facts. Plans, leases and checkpoints are internal and are not published. */
export const RELAYED = ['archivalGroup', 'container', 'deposit', 'export', 'importJob', 'pipelineRun'] as const;

export interface RelayOptions {
  readonly events: EventStore;
  readonly publisher: FactPublisher;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

/**
 * Publishes every public fact to the broker in the order of the log. Its checkpoint, `checkpoint-relay`, covers only
 * facts that the broker has stored, so that after a crash some are repeated and none is missed.
 */
export const relay = async ({ events, publisher, identity, log }: RelayOptions): Promise<Follower> =>
  follow({
    name: 'relay',
    events,
    categories: RELAYED,
    checkpoint: await openCheckpoint({ name: 'relay', events, identity, log }),
    take: (fact, signal) => unlessAborted(publisher.publish(fact), signal),
    log,
    window: 2_000,
  });
