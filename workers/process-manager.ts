import type { RecordedFact } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { openCheckpoint } from './checkpoint.js';
import { follow, type Follower } from './follow.js';
import { keyedQueue } from '../flow/sharing/keyed-queue.js';
import { semaphore } from '../flow/sharing/semaphore.js';
import { repeatUntilDone } from './repeat-until-done.js';
import type { Log } from './log.js';
import { RELAYED } from './relay.js';
import type { ProcessIdentity } from './platform-fact.js';

export interface ProcessManagerOptions {
  readonly events: EventStore;
  /** Makes the follow-up appends of a recorded fact; safe to repeat. */
  readonly continueFrom: (fact: RecordedFact) => Promise<void>;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

const RETRIES = { firstMs: 100, capMs: 60_000 };
const CONCURRENCY = 16;

/**
 * Completes processes that were interrupted by a crash: one fact decides each of them, and the process manager repeats
 * the follow-ups of each fact until they are made.
 *
 * A follow-up that fails is retried without a limit. Later facts of the same stream wait for it, because a process
 * advances along one stream (a version is completed before the next one of its group); other streams continue. Nothing
 * is skipped: the checkpoint stays before the oldest fact that is not completed, so that it is retried after a restart.
 */
export const processManager = async ({
  events,
  continueFrom,
  identity,
  log,
}: ProcessManagerOptions): Promise<Follower> => {
  const streams = keyedQueue();
  const processes = semaphore(CONCURRENCY);
  const complete = (fact: RecordedFact, signal: AbortSignal): Promise<void> =>
    repeatUntilDone(() => processes.run(() => continueFrom(fact)), {
      retries: RETRIES,
      signal,
      log,
      message: 'A process could not be continued and is tried again',
      fields: { stream: fact.stream, fact: fact.type, correlationId: fact.metadata.$correlationId },
    });
  return follow({
    name: 'steward',
    events,
    categories: RELAYED,
    checkpoint: await openCheckpoint({ name: 'steward', events, identity, log }),
    take: (fact, signal) => streams.run(fact.stream, () => complete(fact, signal)),
    log,
    window: 10_000,
  });
};
