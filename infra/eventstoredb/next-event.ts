import type { Position } from '../../events/envelope.js';
import type { Connection } from './connection.js';
import { openFeed, type Feed } from './feed.js';

/** Waits for the next event of the log, whatever its stream. */
export interface NextEvent {
  /**
   * Resolves when there is an event after the position, when the server no longer tells of one, after `ms`, or when the
   * signal aborts. Never rejects.
   */
  after(position: Position | null, ms: number, signal: AbortSignal): Promise<void>;
}

interface Waiting {
  readonly feed: Feed;
  waiters: number;
}

/** The server tells more than events: where it is, and that this is the end. */
const eventIn = async (feed: Feed, ms: number, signal: AbortSignal): Promise<void> => {
  const until = performance.now() + ms;
  for (let left = ms; left > 0 && (await feed.arrival(left, signal)); left = until - performance.now()) {
    const arrival = feed.first();
    if (arrival === undefined || arrival.kind === 'event') return; // it failed where there is none
    feed.take();
  }
};

/** Opens one subscription for all who wait after the same position, while any of them does. */
export const nextEventOf = (connection: Connection): NextEvent => {
  const waitings = new Map<Position | null, Waiting>();
  return {
    async after(position, ms, signal) {
      const waiting = waitings.get(position) ?? { feed: openFeed(connection, position, undefined), waiters: 0 };
      waitings.set(position, waiting);
      waiting.waiters++;
      await eventIn(waiting.feed, ms, signal);
      waiting.waiters--;
      if (waiting.waiters > 0) return;
      waiting.feed.close();
      waitings.delete(position);
    },
  };
};
