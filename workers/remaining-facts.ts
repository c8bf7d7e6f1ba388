import type { Position, RecordedFact } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { openCheckpoint, type Checkpoint, type CheckpointOptions } from './checkpoint.js';

/** What a reader has not handled of the log up to a position: these facts, in their order. */
export interface RemainingFacts {
  readonly facts: readonly RecordedFact[];
  /** Null for a log without facts. */
  readonly upTo: Position | null;
}

type Subscribable = Pick<EventStore, 'subscribe'>;

/** The log without the facts that were handled; which these are is found when it is read, again where that failed. */
const withoutHandled = (events: Subscribable, find: FindRemaining): Subscribable => {
  let found: RemainingFacts | null = null;
  return {
    async *subscribe(options, signal) {
      const { facts, upTo } = (found ??= await find(signal));
      const after = options.after ?? null;
      if (upTo === null || (after !== null && after >= upTo)) {
        yield* events.subscribe(options, signal);
        return;
      }
      for (const fact of facts)
        if (after === null || fact.position > after) yield { kind: 'fact', fact: fact as never };
      yield { kind: 'progress', position: upTo };
      yield* events.subscribe({ ...options, after: upTo }, signal);
    },
  };
};

/** Finds what a reader has not handled; may take long, and rejects with the signal's reason when that aborts. */
export type FindRemaining = (signal: AbortSignal) => Promise<RemainingFacts>;

/**
 * Opens the checkpoint of a reader that can tell, where it is lost, which facts it has still to handle, and answers the
 * log to follow with it. Until all of these are handled, the checkpoint stays before the first that is not.
 */
export const openWithRemaining = async (
  options: Omit<CheckpointOptions, 'whenLost'>,
  find: FindRemaining,
): Promise<{ readonly checkpoint: Checkpoint; readonly events: Subscribable }> => {
  let { events }: { readonly events: Subscribable } = options;
  const whenLost = (): Promise<null> => {
    events = withoutHandled(options.events, find);
    return Promise.resolve(null);
  };
  const checkpoint = await openCheckpoint({ ...options, whenLost });
  return { checkpoint, events };
};

/** Has a reader see every fact of the log up to its present end; answers that end, null for a log without facts. */
export const readToEnd = async (
  events: Pick<EventStore, 'readAll' | 'head'>,
  categories: readonly string[],
  { observe, signal }: { readonly observe: (fact: RecordedFact) => unknown; readonly signal: AbortSignal },
): Promise<Position | null> => {
  const upTo = await events.head();
  if (upTo === null) return null;
  for await (const fact of events.readAll({ categories })) {
    signal.throwIfAborted();
    if (fact.position > upTo) break;
    await observe(fact);
  }
  return upTo;
};
