import type { Codec } from '../../events/codec.js';
import type { Fact } from '../../events/envelope.js';
import { categoryOf, type Delivery, type FeedOptions } from '../../events/store.js';
import type { Connection } from './connection.js';
import { courseFrom, type Course } from './course.js';
import { type Arrival, openFeed } from './feed.js';
import { logPositionOf } from './position.js';
import { positionOfEvent, recorded } from './recorded.js';
import { silenceOf } from './silence.js';
import type { Tail } from './tail.js';

/** What every subscription of a store shares. */
export interface Subscriber {
  readonly connection: Connection;
  readonly codec: Codec;
  readonly tail: Tail;
}

/** What a subscriber is given for an arrival; null for what it was given before, and for what tells it nothing. */
const deliveryOf = <F extends Fact>(codec: Codec, course: Course, arrival: Arrival): Delivery<F> | null => {
  switch (arrival.kind) {
    case 'event': {
      const isNew = course.advance(positionOfEvent(arrival.event));
      return isNew ? { kind: 'fact', fact: recorded<F>(codec, arrival.event) } : null;
    }
    case 'checkpoint':
      return course.advance(arrival.position) ? { kind: 'progress', position: arrival.position } : null;
    case 'caught-up':
      return null;
  }
};

/**
 * Follows the server's subscription. Its marks come in line behind the events they cover; what arrives twice is left
 * out by its position. Where the subscription is silent the log itself is looked at: this finds the end of the log on
 * servers that do not tell, moves through what the filter leaves out, and tells a quiet log from a dead subscription.
 */
export async function* subscribe<F extends Fact>(
  { connection, codec, tail }: Subscriber,
  { after, categories }: FeedOptions,
  signal: AbortSignal,
): AsyncGenerator<Delivery<F>, void> {
  if (after !== undefined) logPositionOf(after);
  const isOver = (): boolean => signal.aborted;
  if (isOver()) return;
  const course = courseFrom(after ?? null, tail);
  const feed = openFeed(connection, course.reached(), categories);
  const wanted = categories === undefined ? null : new Set(categories);
  const silence = silenceOf({
    feed,
    course,
    tail,
    wants: ({ streamId }) => wanted?.has(categoryOf(streamId)) ?? true,
    isFiltered: wanted !== null,
    patienceMs: connection.deadlineMs,
  });
  try {
    while (!isOver()) {
      const arrival = feed.take();
      if (arrival?.kind === 'caught-up') silence.hint();
      const delivery = arrival === undefined ? await silence.broken(signal) : deliveryOf<F>(codec, course, arrival);
      if (delivery === null) continue;
      if (isOver()) return;
      yield delivery;
      if (delivery.kind === 'fact' && course.isDue()) yield course.caughtUp();
    }
  } finally {
    feed.close();
  }
}
