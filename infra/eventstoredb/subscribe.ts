import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Codec } from '../../events/codec.js';
import type { Fact } from '../../events/envelope.js';
import { categoryOf, type Delivery, type FeedOptions } from '../../events/store.js';
import type { Connection } from './connection.js';
import { courseFrom, type Course } from './course.js';
import { type Arrival, openFeed } from './feed.js';
import { logPositionOf } from './position.js';
import { positionOfEvent, recorded } from './recorded.js';
import { resumptionOf, type Word } from './resumption.js';
import { silenceOf } from './silence.js';
import type { Tail } from './tail.js';

/** What every subscription of a store shares. */
export interface Subscriber {
  readonly connection: Connection;
  readonly codec: Codec;
  readonly tail: Tail;
}

/** What a subscriber is given for an event; null for one that it was given before. */
const factOf = <F extends Fact>(codec: Codec, course: Course, event: AllStreamRecordedEvent): Delivery<F> | null => {
  const position = positionOfEvent(event);
  return course.advance(position) ? { kind: 'fact', fact: recorded<F>(codec, event, position) } : null;
};

/** What a subscriber is given for an arrival; null for what it was given before, and for what tells it nothing. */
const deliveryOf = <F extends Fact>(codec: Codec, course: Course, arrival: Arrival): Delivery<F> | null => {
  switch (arrival.kind) {
    case 'event':
      return factOf(codec, course, arrival.event);
    case 'checkpoint':
      return course.advance(arrival.position) ? { kind: 'progress', position: arrival.position } : null;
    case 'caught-up':
      return null;
  }
};

const wordOf = (arrival: Arrival | undefined): Word | null => {
  switch (arrival?.kind) {
    case 'event':
      return { kind: 'event', position: positionOfEvent(arrival.event) };
    case 'checkpoint':
      return arrival;
    default:
      return null;
  }
};

/**
 * Follows the server's subscription. Its marks come in line behind the events they cover; what arrives twice is left
 * out by its position. Where it begins behind a position, the log itself is read up to its first word. Where it is
 * silent the log is looked at, too: this finds the end of the log on servers that do not tell, moves through what the
 * filter leaves out, and tells a quiet log from a dead subscription.
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
  const wants = ({ streamId }: { readonly streamId: string }): boolean => wanted?.has(categoryOf(streamId)) ?? true;
  const patienceMs = connection.deadlineMs;
  const silence = silenceOf({ feed, course, tail, wants, isFiltered: wanted !== null, patienceMs });
  const resumption = resumptionOf({
    after: after ?? null,
    firstWord: () => wordOf(feed.first()),
    drop: () => void feed.take(),
    read: (from) => tail.read(from, wants),
  });
  const next = async (): Promise<Delivery<F> | null> => {
    const arrival = feed.take();
    if (arrival?.kind === 'caught-up') silence.hint();
    return arrival === undefined ? silence.broken(signal) : deliveryOf<F>(codec, course, arrival);
  };
  const missed = async function* (): AsyncGenerator<Delivery<F>, void> {
    for await (const event of resumption.missed()) {
      const delivery = factOf<F>(codec, course, event);
      if (isOver()) return;
      if (delivery !== null) yield delivery;
    }
  };
  try {
    while (!isOver()) {
      if (!resumption.isOver()) yield* missed();
      const delivery = await next();
      if (delivery === null) continue;
      if (isOver()) return;
      yield delivery;
      if (delivery.kind === 'fact' && course.isDue()) yield course.caughtUp();
    }
  } finally {
    feed.close();
  }
}
