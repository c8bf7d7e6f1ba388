import type { NewFact } from '../../../events/envelope.js';
import { EventStoreFault, type AppendResult, type EventStore, type ExpectedRevision } from '../../../events/store.js';
import { retry } from '../../../flow/retry.js';
import { unlessAborted } from '../../../flow/unless-aborted.js';

const REPEATS = { firstMs: 20, capMs: 5_000 };

/**
 * Appends, and repeats the same append (same ids, same expected revision) while its result is unknown or the store is
 * unavailable, which `onFailure` is told. Rejects with RevisionConflict, an EventStoreFault that is not transient, or the
 * signal's reason.
 */
export const appendWithRetry = (
  events: EventStore,
  append: { readonly stream: string; readonly facts: readonly NewFact[]; readonly expected: ExpectedRevision },
  { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
): Promise<AppendResult> =>
  retry(() => unlessAborted(events.append(append.stream, append.facts, append.expected), signal), {
    backOff: REPEATS,
    signal,
    onFailure,
    mayPass: (error) => error instanceof EventStoreFault && error.transient,
  });
