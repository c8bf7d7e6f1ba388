import type { Position } from '../../../events/envelope.js';
import type { Delivery, EventStore } from '../../../events/store.js';
import { settledWithin } from '../../../flow/settled-within.js';
import type { EventSelection } from './event-selection.js';
import type { PublicEventOf } from './public-events.js';

/** After so long without an event a comment is sent, so that proxies keep the connection. */
const SILENCE_MS = 15_000;
/** How long a reader waits before it connects again. */
const RECONNECT_MS = 2_000;

/** What a stream of events is made from. */
export interface EventStreamOptions {
  readonly events: Pick<EventStore, 'subscribe'>;
  readonly toPublic: PublicEventOf;
  readonly selection: EventSelection;
  /** Ends the stream; its reader connects again and continues. */
  readonly signal: AbortSignal;
  /** 15 seconds by default. */
  readonly silenceMs?: number;
}

/** A message without data: readers take its id, and dispatch nothing. */
const reached = (position: Position): string => `id: ${position}\n\n`;

const textOf = async (delivery: Delivery, toPublic: PublicEventOf): Promise<string> => {
  if (delivery.kind !== 'fact') return delivery.position === null ? '' : reached(delivery.position);
  const event = await toPublic(delivery.fact);
  if (event === null) return reached(delivery.fact.position);
  return `id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
};

/**
 * Public events as server-sent events, from the position on and then as they happen. The id of each message is its
 * position, so that a reader which connects again with `Last-Event-ID` misses nothing. Ends when the signal aborts or
 * the subscription ends; rejects with EventStoreFault.
 */
export async function* eventStream({
  events,
  toPublic,
  selection,
  signal,
  silenceMs = SILENCE_MS,
}: EventStreamOptions): AsyncGenerator<string> {
  const left = new AbortController();
  const until = AbortSignal.any([signal, left.signal]);
  const deliveries = events.subscribe(selection, until)[Symbol.asyncIterator]();
  try {
    yield `retry: ${RECONNECT_MS}\n\n`;
    for (let next = deliveries.next(); ; next = deliveries.next()) {
      while (!(await settledWithin(next, silenceMs))) yield ':\n\n';
      const result = await next;
      if (result.done === true) return;
      const text = await textOf(result.value, toPublic);
      if (text !== '') yield text;
    }
  } finally {
    left.abort(new Error('the reader has left'));
  }
}
