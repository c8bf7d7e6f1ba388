import { cause } from '../events/cause.js';
import type { Position } from '../events/envelope.js';
import { isOfFact } from '../events/position.js';
import { lastFact } from '../events/last-fact.js';
import type { CheckpointFact } from '../events/lease.js';
import { RevisionConflict, type ExpectedRevision, type EventStore } from '../events/store.js';
import { appendWithRetry } from './append-with-retry.js';
import type { Log } from './log.js';
import { platformFact, type ProcessIdentity } from './platform-fact.js';

/**
 * A reader's position in the log, recorded in the stream `checkpoint-<name>`. It is written only after facts were
 * handled: every 500 facts or a second after the first, so that there are fewer checkpoints than facts.
 *
 * Every write expects the revision of the one before. That is the fence: of two readers with one name, the earlier one
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
export const CHECKPOINTS = ['relay', 'steward', 'sweeper', 'late-sweeper', 'archiver'] as const;
type CheckpointName = (typeof CHECKPOINTS)[number];

interface CheckpointOptions {
  readonly name: CheckpointName;
  readonly events: EventStore;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  readonly everyFacts?: number;
  readonly everyMs?: number;
}

/** Limits the wait for an unavailable store at shutdown: handling facts twice is harmless. */
const CLOSE_MS = 5_000;

/** The stream of a reader's checkpoints. */
export const checkpointStream = (name: CheckpointName): string => `checkpoint-${name}`;

interface StoredCheckpoint {
  /** The last revision of the stream. */
  readonly revision: ExpectedRevision;
  /** Null where there is none, or one that no fact can have. */
  readonly position: Position | null;
  /** The position as it was recorded. */
  readonly recorded: Position | null;
}

/** The last checkpoint of a reader. */
export const lastCheckpoint = async (events: EventStore, name: CheckpointName): Promise<StoredCheckpoint> => {
  const last = await lastFact<CheckpointFact>(events, checkpointStream(name));
  if (last === null) return { revision: 'none', position: null, recorded: null };
  const recorded = last.data.position as Position;
  return { revision: last.revision, position: isOfFact(recorded) ? recorded : null, recorded };
};

/** A recorded position that no fact can have is logged, and the log is read from its beginning. */
export const openCheckpoint = async (options: CheckpointOptions): Promise<Checkpoint> => {
  const { name, events, identity, log, everyFacts = 500, everyMs = 1_000 } = options;
  const stream = checkpointStream(name);
  const { revision, position: start, recorded } = await lastCheckpoint(events, name);
  if (start !== recorded)
    log.warn('A checkpoint names a position that no fact can have, and the log is read from its beginning', {
      stream,
      position: recorded,
    });
  const fence = new AbortController();
  let expected = revision;
  let written = start;
  let reached = start;
  let facts = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const notWritten = (error: unknown): void => log.warn('A checkpoint was not written', { stream, ...cause(error) });
  const writeOnce = async (position: Position): Promise<void> => {
    const data = { name, position, holder: identity.holder };
    const fact = platformFact<CheckpointFact>({ type: 'CheckpointReached', data }, identity);
    const appending = { signal: fence.signal, onFailure: notWritten };
    expected = (await appendWithRetry(events, { stream, facts: [fact], expected }, appending)).revision;
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
      if (!(error instanceof RevisionConflict)) throw error;
      fence.abort(new Error(`another reader holds ${stream}`, { cause: error }));
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
      const patience = setTimeout(() => fence.abort(new Error(`${stream} could not be written in time`)), CLOSE_MS);
      await writeNext().finally(() => clearTimeout(patience));
    },
  };
};
