import { cause } from '../../events/cause.js';
import { finishArchiving } from '../../commands/processes/deposits/archive-deposit.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { readDigests } from '../../commands/workspace/digest-reader.js';
import type { DepositFact } from '../../events/deposit.js';
import type { RecordedFact } from '../../events/envelope.js';
import { pause } from '../../flow/pause.js';
import { semaphore } from '../../flow/sharing/semaphore.js';
import { settledWithin } from '../../flow/settled-within.js';
import { unlessAborted } from '../../flow/unless-aborted.js';
import type { ArchivableDepositsView } from '../../projections/archivable-deposits/archivable-deposits.js';
import { openCheckpoint } from '../checkpoint.js';
import { follow, type Follower } from '../follow.js';
import type { Log } from '../log.js';
import type { ProcessIdentity } from '../platform-fact.js';
import { repeatUntilDone } from '../repeat-until-done.js';
import { archiveBatch, type BatchSize } from './archive-batch.js';

/** When the archiver begins jobs by itself. */
export interface ArchiveSchedule extends BatchSize {
  /** The time between two batches, in milliseconds. */
  readonly everyMs: number;
  /** How long after its start the first batch begins, in milliseconds; a minute by default. */
  readonly firstMs?: number;
}

export interface ArchiverOptions {
  readonly dependencies: Dependencies;
  readonly archivable: ArchivableDepositsView;
  /** Null to carry out only the jobs that callers begin. */
  readonly schedule: ArchiveSchedule | null;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

type ArchivingBegunFact = RecordedFact<Extract<DepositFact, { type: 'DepositArchivingBegun' }>>;

const RETRIES = { firstMs: 1_000, capMs: 60_000 };
const FIRST_MS = 60_000;
const STOP_MS = 5_000;

/**
 * Carries out archive jobs, one at a time, and begins batches of them on a schedule (companion 13.9). A job that was
 * interrupted is repeated after the next start, since its fact stays behind the checkpoint.
 */
export const archiver = async (options: ArchiverOptions): Promise<Follower> => {
  const { dependencies, schedule, identity, log } = options;
  const { bytes, events } = dependencies;
  const stopped = new AbortController();
  const oneAtATime = semaphore(1);
  const finish = (fact: ArchivingBegunFact, signal: AbortSignal): Promise<void> =>
    finishArchiving(dependencies, fact, {
      signal,
      readDigest: async (object) => (await readDigests(bytes, object, signal))?.sha256 ?? null,
    });
  const follower = follow({
    name: 'archiver',
    events,
    categories: ['deposit'],
    checkpoint: await openCheckpoint({ name: 'archiver', events, identity, log }),
    take: async (fact, signal) => {
      if (fact.type !== 'DepositArchivingBegun') return;
      await repeatUntilDone(() => oneAtATime.run(() => finish(fact as ArchivingBegunFact, signal)), {
        retries: RETRIES,
        signal,
        log,
        message: 'A deposit could not be archived and is tried again',
        fields: { stream: fact.stream, correlationId: fact.metadata.$correlationId },
      });
    },
    log,
    window: 256,
  });
  const running = schedule === null ? Promise.resolve() : runSchedule(options, schedule, follower, stopped.signal);
  return {
    ...follower,
    stop: async () => {
      stopped.abort(new Error('the archiver is stopped'));
      await follower.stop();
      await settledWithin(running, STOP_MS);
    },
  };
};

/** Begins a batch at each interval, until the signal aborts; a failed one is begun again at the next. */
const runSchedule = async (
  { dependencies, archivable, log }: ArchiverOptions,
  { everyMs, firstMs = Math.min(everyMs, FIRST_MS), olderThan, batch }: ArchiveSchedule,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> => {
  const reached: Follower['reached'] = (position) => unlessAborted(follower.reached(position), signal);
  for (let restMs = firstMs; !signal.aborted; restMs = everyMs) {
    await rest(restMs, signal);
    await archiveBatch({ dependencies, archivable, olderThan, batch, log, reached, signal }).catch((error: unknown) => {
      if (!signal.aborted) log.warn('A batch of deposits could not be archived and is tried again', cause(error));
    });
  }
};

/** No timer takes much more than three weeks. */
const LONGEST_PAUSE_MS = 24 * 3_600_000;

const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  for (let left = ms; left > 0 && !signal.aborted; left -= LONGEST_PAUSE_MS)
    await pause(Math.min(left, LONGEST_PAUSE_MS), signal);
};
