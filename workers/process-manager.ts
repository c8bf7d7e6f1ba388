import type { UnfinishedProcesses } from '../commands/processes/unfinished-processes.js';
import type { RecordedFact } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import type { SharedRecords } from '../flow/shared-records.js';
import { openWithRemaining, readToEnd } from './remaining-facts.js';
import { follow, type Follower } from './follow.js';
import { keyedQueue } from '../flow/sharing/keyed-queue.js';
import { semaphore } from '../flow/sharing/semaphore.js';
import { repeatUntilDone } from './repeat-until-done.js';
import type { Log } from './log.js';
import { RELAYED } from './relay.js';
import type { ProcessIdentity } from './presence/process-identity.js';

/** The processes that facts begin. */
export interface Processes {
  /** Makes the follow-up appends of a recorded fact; safe to repeat. */
  readonly continueFrom: (fact: RecordedFact) => Promise<void>;
  /** Tells, from a reading of the log, which facts have to be continued. */
  readonly unfinished: () => UnfinishedProcesses;
}

export interface ProcessManagerOptions {
  readonly events: EventStore;
  readonly records: SharedRecords;
  readonly processes: Processes;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

const RETRIES = { firstMs: 100, capMs: 60_000 };
const CONCURRENCY = 16;
const CONTINUED = [...RELAYED, 'jobTarget'] as const;

/**
 * Completes processes that were interrupted by a crash: one fact decides each of them, and the process manager repeats
 * the follow-ups of each fact until they are made.
 *
 * A follow-up that fails is retried without a limit. Later facts of the same stream wait for it, because a process
 * advances along one stream (a version is completed before the next one of its group); other streams continue. Nothing
 * is skipped: the checkpoint stays before the oldest fact that is not completed, so that it is retried after a restart.
 * Where the checkpoint is lost, the log shows which processes are not finished, and these alone are continued.
 */
export const processManager = async ({
  events,
  records,
  processes: { continueFrom, unfinished },
  identity,
  log,
}: ProcessManagerOptions): Promise<Follower> => {
  const streams = keyedQueue();
  const turns = semaphore(CONCURRENCY);
  const complete = (fact: RecordedFact, signal: AbortSignal): Promise<void> =>
    repeatUntilDone(() => turns.run(() => continueFrom(fact)), {
      retries: RETRIES,
      signal,
      log,
      message: 'A process could not be continued and is tried again',
      fields: { stream: fact.stream, fact: fact.type, correlationId: fact.metadata.$correlationId },
    });
  const resumed = await openWithRemaining({ name: 'steward', records, events, identity, log }, async (signal) => {
    const processes = unfinished();
    const upTo = await readToEnd(events, CONTINUED, { observe: (fact) => processes.observe(fact), signal });
    return { facts: processes.facts(), upTo };
  });
  return follow({
    name: 'steward',
    ...resumed,
    categories: CONTINUED,
    take: (fact, signal) => streams.run(fact.stream, () => complete(fact, signal)),
    log,
    window: 10_000,
  });
};
