import type { AllStreamRecordedEvent } from '@eventstore/db-client';
import type { Codec } from '../../events/codec/codec.js';
import type { Fact } from '../../events/envelope.js';
import { categoryOf, type Delivery, type FeedOptions } from '../../events/store.js';
import type { Connection } from './connection.js';
import { progressFrom, type SubscriptionProgress } from './subscription-progress.js';
import { type Arrival, openFeed } from './feed.js';
import { logPositionOf } from './position.js';
import { positionOfEvent, recorded } from './recorded.js';
import { resumptionOf, type SubscriptionItem } from './resumption.js';
import { idleWatchOf, type IdleWatch } from './idle-watch.js';
import type { LogScan } from './log-scan.js';

/** Shared by all subscriptions of a store. */
export interface Subscriber {
  readonly connection: Connection;
  readonly codec: Codec;
  readonly scan: LogScan;
  /** What checks the subscriptions that are open while nothing arrives. */
  readonly watches: Set<IdleWatch>;
}

/** The delivery for an event; null for one that was delivered before. */
const factOf = <F extends Fact>(
  codec: Codec,
  progress: SubscriptionProgress,
  event: AllStreamRecordedEvent,
): Delivery<F> | null => {
  const position = positionOfEvent(event);
  return progress.advance(position) ? { kind: 'fact', fact: recorded<F>(codec, event, position) } : null;
};

/**
 * The delivery for an arrival; null for one that was delivered before or has no delivery. A checkpoint may stand behind
 * the newest fact, among the server's own events; no reader is told of more than there is.
 */
const deliveryOf = async <F extends Fact>(
  { codec, scan }: Subscriber,
  progress: SubscriptionProgress,
  arrival: Arrival,
): Promise<Delivery<F> | null> => {
  if (arrival.kind === 'event') return factOf(codec, progress, arrival.event);
  if (arrival.kind === 'caught-up') return null;
  const position = await scan.upToHead(arrival.position);
  return progress.advance(position) ? { kind: 'progress', position } : null;
};

const itemOf = (arrival: Arrival | undefined): SubscriptionItem | null => {
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
 * Follows the server's subscription. Notices come after the events that they cover; repeated events are dropped by
 * position. After a start position the log itself is read up to the subscription's first item. While nothing arrives
 * the log is read, too: this finds the end of the log on servers that do not report it, advances past filtered events,
 * and detects a dead subscription.
 */
export async function* subscribe<F extends Fact>(
  subscriber: Subscriber,
  { after, categories }: FeedOptions,
  signal: AbortSignal,
): AsyncGenerator<Delivery<F>, void> {
  const { connection, codec, scan, watches } = subscriber;
  if (after !== undefined) logPositionOf(after);
  const isOver = (): boolean => signal.aborted;
  if (isOver()) return;
  const progress = progressFrom(after ?? null, scan);
  const feed = openFeed(connection, progress.reached(), categories);
  const wanted = categories === undefined ? null : new Set(categories);
  const wants = ({ streamId }: { readonly streamId: string }): boolean => wanted?.has(categoryOf(streamId)) ?? true;
  const patienceMs = connection.deadlineMs;
  const idleWatch = idleWatchOf({ feed, progress, scan, wants, isFiltered: wanted !== null, patienceMs });
  const resumption = resumptionOf({
    after: after ?? null,
    firstItem: () => itemOf(feed.first()),
    drop: () => void feed.take(),
    read: (from) => scan.read(from, wants),
  });
  const next = async (): Promise<Delivery<F> | null> => {
    const arrival = feed.take();
    if (arrival?.kind === 'caught-up') idleWatch.expectEnd();
    if (arrival?.kind === 'event') for (const watch of watches) if (watch !== idleWatch) watch.logMoved();
    return arrival === undefined ? idleWatch.check(signal) : deliveryOf<F>(subscriber, progress, arrival);
  };
  const missed = async function* (): AsyncGenerator<Delivery<F>, void> {
    for await (const event of resumption.missed()) {
      const delivery = factOf<F>(codec, progress, event);
      if (isOver()) return;
      if (delivery !== null) yield delivery;
    }
  };
  watches.add(idleWatch);
  try {
    while (!isOver()) {
      if (!resumption.isOver()) yield* missed();
      const delivery = await next();
      if (delivery === null) continue;
      if (isOver()) return;
      yield delivery;
      if (delivery.kind === 'fact' && progress.isDue()) yield progress.caughtUp();
    }
  } finally {
    watches.delete(idleWatch);
    feed.close();
  }
}
