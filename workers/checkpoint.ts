import { cause } from '../events/cause.js';
import type { Position } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { isOfFact } from '../events/position.js';
import { retry } from '../flow/retry.js';
import type { SharedRecord, SharedRecords } from '../flow/shared-records.js';
import { unlessAborted } from '../flow/unless-aborted.js';
import { loggedCheckpoint } from './logged-checkpoint.js';
import type { Log } from './log.js';
import type { ProcessIdentity } from './presence/process-identity.js';

/**
 * A reader's position in the log, recorded in the shared record `mark/<name>`. It is written only after facts were
 * handled: every 500 facts or a second after the first, so that there are fewer checkpoints than facts.
 *
 * Every write expects the tag of the one before. That is the fence: of two readers with one name, the earlier one
 * fails with its next write, and its `fenced` aborts.
 */
export interface Checkpoint {
  /** The position when it was opened; null before the first checkpoint. */
  readonly start: Position | null;
  readonly fenced: AbortSignal;
  /** Another fact was handled, and with it everything up to this position. */
  advance(position: Position): void;
  /** Writes the last position and stops. Rejects when it cannot be written. */
  close(): Promise<void>;
}

/** Every reader that has a checkpoint. */
export const CHECKPOINTS = ['relay', 'steward', 'sweeper', 'late-sweeper'] as const;
export type CheckpointName = (typeof CHECKPOINTS)[number];

export interface CheckpointOptions {
  readonly name: CheckpointName;
  readonly records: SharedRecords;
  /** The log, in which earlier versions recorded checkpoints. */
  readonly events: EventStore;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /**
   * Finds, where no checkpoint is stored, the position after which to read: where the effects of this reader show that
   * it has handled every fact up to there; null for the beginning of the log.
   */
  readonly whenLost: () => Promise<Position | null>;
  readonly everyFacts?: number;
  readonly everyMs?: number;
}

/** What the record of a checkpoint says. */
interface Mark {
  readonly position: Position;
  readonly holder: string;
}

/** Limits the wait for unavailable records at shutdown: handling facts twice is harmless. */
const CLOSE_MS = 5_000;
const REPEATS = { firstMs: 20, capMs: 5_000 };
const MARK_PREFIX = 'mark/';

/** The records of all checkpoints. */
export const listMarks = async (records: SharedRecords): Promise<readonly SharedRecord<Mark>[]> =>
  (await records.list(MARK_PREFIX)) as readonly SharedRecord<Mark>[];

/** Another reader has written the record of a checkpoint. */
class Fenced extends Error {
  override name = 'Fenced';
}

/** Where to begin without a record: what the effects show, or a checkpoint of an earlier version where that is later. */
const startWithoutMark = async ({ name, events, whenLost }: CheckpointOptions): Promise<Position | null> => {
  const shown = await whenLost();
  const logged = await loggedCheckpoint(events, name);
  return logged !== null && logged > (shown ?? '') ? logged : shown;
};

/** A recorded position that no fact can have is logged, and counts as none. */
const startOf = async (options: CheckpointOptions, found: SharedRecord | null): Promise<Position | null> => {
  if (found === null) return startWithoutMark(options);
  const { position } = found.value as Mark;
  if (isOfFact(position)) return position;
  options.log.warn('A checkpoint names a position that no fact can have, and counts as none', {
    record: found.name,
    position,
  });
  return startWithoutMark(options);
};

/** Rejects as the records, the log and `whenLost` do. */
export const openCheckpoint = async (options: CheckpointOptions): Promise<Checkpoint> => {
  const { name, records, identity, log, everyFacts = 500, everyMs = 1_000 } = options;
  const { holder } = identity;
  const record = `${MARK_PREFIX}${name}`;
  const found = await records.read(record);
  const start = await startOf(options, found);
  const fence = new AbortController();
  let tag = found?.tag ?? null;
  let written = found === null ? null : start;
  let reached = start;
  let facts = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const notWritten = (error: unknown): void => log.warn('A checkpoint was not written', { record, ...cause(error) });
  /** An earlier write may have taken effect without an answer, or the store was emptied; else another reader wrote. */
  const writeAnew = async (mark: Mark): Promise<string> => {
    const seen = await records.read(record);
    const isAnothers = seen !== null && (seen.value as Mark).holder !== holder;
    const anew = isAnothers ? null : await records.write(record, mark, seen?.tag ?? null);
    if (anew === null) throw new Fenced(`another reader has written ${record}`);
    return anew;
  };
  const writeOnce = async (position: Position): Promise<void> => {
    const mark: Mark = { position, holder };
    const putMark = async (): Promise<string> => (await records.write(record, mark, tag)) ?? (await writeAnew(mark));
    tag = await retry(() => unlessAborted(putMark(), fence.signal), {
      backOff: REPEATS,
      signal: fence.signal,
      mayPass: (error) => !(error instanceof Fenced),
      onFailure: notWritten,
    });
    written = position;
  };
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    facts = 0;
    if (reached === null || reached === written || fence.signal.aborted) return;
    try {
      await writeOnce(reached);
    } catch (error) {
      if (!(error instanceof Fenced)) throw error;
      fence.abort(error);
    }
  };
  /** One write at a time; each writes the position that is reached by then. */
  const writeNext = (): Promise<void> => (writing = (writing ?? Promise.resolve()).catch(() => undefined).then(write));
  const writeInBackground = (): void => void writeNext().catch(notWritten);

  return {
    start,
    fenced: fence.signal,
    advance(position) {
      reached = position;
      if (++facts === everyFacts) writeInBackground();
      else timer ??= setTimeout(writeInBackground, everyMs);
    },
    async close() {
      const patience = setTimeout(() => fence.abort(new Error(`${record} could not be written in time`)), CLOSE_MS);
      await writeNext().finally(() => clearTimeout(patience));
    },
  };
};
