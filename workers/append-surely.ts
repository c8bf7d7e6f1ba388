import type { Proposed } from '../events/envelope.js';
import { EventStoreFault, type Appended, type EventStore, type Expected } from '../events/store.js';
import { backOffMs } from '../flow/back-off.js';
import { pause } from '../flow/pause.js';
import { unlessAborted } from '../flow/unless-aborted.js';

const REPEATS = { firstMs: 20, capMs: 2_000 };

/**
 * Appends, and repeats the very same append (same ids, same expectation) for as long as its outcome is unknown or the
 * store is away. Rejects with what is final: RevisionConflict, a fault that will not pass, or the signal's reason.
 */
export const appendSurely = async (
  events: EventStore,
  append: { readonly stream: string; readonly facts: readonly Proposed[]; readonly expected: Expected },
  signal: AbortSignal,
): Promise<Appended> => {
  for (let attempt = 0; ; attempt++) {
    signal.throwIfAborted();
    try {
      return await unlessAborted(events.append(append.stream, append.facts, append.expected), signal);
    } catch (error) {
      if (!(error instanceof EventStoreFault && error.transient)) throw error;
      await pause(backOffMs(attempt, REPEATS), signal);
    }
  }
};
