import type { Recorded } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { openCheckpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import { keyedQueue } from '../flow/keyed-queue.js';
import { semaphore } from '../flow/semaphore.js';
import { insist } from './insist.js';
import type { Log } from './log.js';
import { RELAYED } from './relay.js';
import type { ProcessIdentity } from './platform-fact.js';

export interface ProcessManagerOptions {
  readonly events: EventStore;
  /** Makes the follow-up appends of a recorded fact; doing it twice changes nothing. */
  readonly continueFrom: (fact: Recorded) => Promise<void>;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

const RETRIES = { firstMs: 100, capMs: 60_000 };
const AT_ONCE = 16;

/**
 * Brings every process that a crash left half-way to its end: what a request began is decided by one fact, and the
 * process manager repeats the follow-ups of each fact until they are made.
 *
 * A follow-up that fails is tried again for as long as it takes. Later facts of the same stream wait for it, because a
 * process advances along one stream (a version is settled before the next one of its group); other streams go on.
 * Nothing is ever skipped: the checkpoint stays behind the oldest fact that is not settled, so that a repaired
 * platform takes it up at its next start.
 */
export const processManager = async ({
  events,
  continueFrom,
  identity,
  log,
}: ProcessManagerOptions): Promise<Follower> => {
  const streams = keyedQueue();
  const processes = semaphore(AT_ONCE);
  const settle = (fact: Recorded, signal: AbortSignal): Promise<void> =>
    insist(() => processes.run(() => continueFrom(fact)), {
      retries: RETRIES,
      signal,
      log,
      complaint: 'A process could not be continued and is tried again',
      fields: { stream: fact.stream, fact: fact.type },
    });
  return follow({
    name: 'steward',
    events,
    categories: RELAYED,
    checkpoint: await openCheckpoint({ name: 'steward', events, identity, log }),
    take: (fact, signal) => streams.run(fact.stream, () => settle(fact, signal)),
    log,
    window: 10_000,
  });
};
