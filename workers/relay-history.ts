import type { Position, RecordedFact } from '../events/envelope.js';
import type { EventStore, FeedOptions } from '../events/store.js';
import { unlessAborted } from '../flow/unless-aborted.js';
import type { FactPublisher } from './fact-publisher.js';
import { isPublished } from './relay.js';

/** How far a relay of history has come. */
export interface RelayedHistory {
  readonly events: number;
  /** Of the last event that the broker has; null where there is none. */
  readonly position: Position | null;
}

export interface RelayHistoryOptions {
  readonly events: Pick<EventStore, 'readAll'>;
  readonly publisher: Pick<FactPublisher, 'publish'>;
  readonly signal: AbortSignal;
  /** Called whenever the broker has some more. */
  readonly onRelayed: (so: RelayedHistory) => void;
}

/** How many events are given to the publisher at once. */
const AT_ONCE = 2_000;

/**
 * Publishes the public facts of the log from a position to its present end, in its order, without a checkpoint. Rejects
 * with the fault of the log or of the publisher, and with the reason of the signal.
 */
export const relayHistory = async (
  { events, publisher, signal, onRelayed }: RelayHistoryOptions,
  selection: FeedOptions,
): Promise<RelayedHistory> => {
  let relayed: RelayedHistory = { events: 0, position: null };
  let facts: RecordedFact[] = [];
  const publish = async (): Promise<void> => {
    const last = facts.at(-1);
    if (last === undefined) return;
    await unlessAborted(Promise.all(facts.map((fact) => publisher.publish(fact))), signal);
    relayed = { events: relayed.events + facts.length, position: last.position };
    facts = [];
    onRelayed(relayed);
  };
  for await (const fact of events.readAll(selection)) {
    signal.throwIfAborted();
    if (!isPublished(fact)) continue;
    facts.push(fact);
    if (facts.length === AT_ONCE) await publish();
  }
  await publish();
  return relayed;
};
