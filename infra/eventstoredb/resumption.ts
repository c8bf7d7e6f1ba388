import type { Position } from '../../events/envelope.js';
import { EventStoreFault } from '../../events/store.js';
import { isBehind } from './position.js';

/** The first item of a subscription: an event, or a checkpoint for everything up to its position. */
export interface SubscriptionItem {
  readonly kind: 'event' | 'checkpoint';
  readonly position: Position;
}

/** The end of one page of the log. */
export interface PageEnd {
  /** Everything up to here was read. */
  readonly readTo: Position | null;
  /** Whether the log ended there. */
  readonly isEnd: boolean;
}

interface ResumeOptions<Event> {
  /** The start of the subscription; null is before the first event. */
  readonly after: Position | null;
  /** The first item of the subscription that is not taken yet; null while there is none. */
  readonly firstItem: () => SubscriptionItem | null;
  /** Removes the first item. */
  readonly drop: () => void;
  /** The wanted events of one page of the log after a position. */
  readonly read: (after: Position | null) => AsyncGenerator<Event, PageEnd>;
}

/**
 * Reads what a subscription may have left out at its start. A server up to 23.10 starts after the first event that it
 * finds at or after the given position: where the event at that position was scavenged, it skips one. After its first
 * item a subscription is complete on every server, so the log itself is read up to that item. This works even if events
 * are removed from the log meanwhile, or another node of a cluster answers the read.
 */
export interface Resumption<Event> {
  /** Whether nothing more can be missing. */
  isOver(): boolean;
  /**
   * The events to deliver before the next item of the subscription; the subscription may repeat them. Throws
   * EventStoreFault `store-unavailable`.
   */
  missed(): AsyncGenerator<Event, void>;
}

export const resumptionOf = <Event>({ after, firstItem, drop, read }: ResumeOptions<Event>): Resumption<Event> => {
  let end: PageEnd = { readTo: after, isEnd: false };
  let isOver = after === null;
  const missed = async function* (): AsyncGenerator<Event, void> {
    while (!isOver) {
      const item = firstItem();
      isOver = item !== null && !isBehind(end.readTo, item.position);
      if (isOver || (item === null && end.isEnd)) return;
      end = yield* read(end.readTo);
      if (item === null || !end.isEnd || !isBehind(end.readTo, item.position)) continue;
      // A node that does not have the event yet cannot give the events before it; a checkpoint is then of no use
      // either.
      if (item.kind === 'event') throw new EventStoreFault('store-unavailable', `the log ends before ${item.position}`);
      drop();
    }
  };
  return { isOver: () => isOver, missed };
};
