import type { EventStore } from '../events/store.js';
import { openCheckpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import type { FactPublisher } from './fact-publisher.js';
import type { Log } from './log.js';
import { unlessAborted } from '../flow/unless-aborted.js';
import type { ProcessIdentity } from './platform-fact.js';

/** What others may hear of. Plans, leases and checkpoints are the platform's own business and stay in the log. */
export const RELAYED = ['archivalGroup', 'container', 'deposit', 'importJob'] as const;

export interface RelayOptions {
  readonly events: EventStore;
  readonly publisher: FactPublisher;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

/**
 * Hands every public fact to the broker in the order of the log. It remembers its place in `checkpoint-relay` only
 * behind facts that the broker has taken over, so that after a crash some come twice and none is missed.
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
