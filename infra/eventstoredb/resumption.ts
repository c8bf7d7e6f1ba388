import type { Position } from '../../events/envelope.js';
import { EventStoreFault } from '../../events/store.js';
import { isBehind } from './position.js';

/** What a subscription gives first: an event, or a checkpoint, which stands for everything up to its position. */
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

interface Resuming<Event> {
  /** Where the subscription was told to begin; null is before the first event. */
  readonly after: Position | null;
  /** The first item of the subscription that is not taken yet; null while there is none. */
  readonly firstItem: () => SubscriptionItem | null;
  /** Takes the first item away. */
  readonly drop: () => void;
  /** The wanted events of one page of the log behind a position. */
  readonly read: (after: Position | null) => AsyncGenerator<Event, PageEnd>;
}

/**
 * What a subscription may have left out at its beginning. A server up to 23.10 begins behind the first event that it finds
 * at the position or after it: where the event at the position is gone, that is one too many. What follows the first item
 * of a subscription is whole, on every server; so up to there, and only up to there, the log itself is read. It does not
 * matter what is removed from the log meanwhile, nor whether another node of a cluster answers the reading.
 */
export interface Resumption<Event> {
  /** Whether nothing more can be missing. */
  isOver(): boolean;
  /**
   * What is to be delivered before the next item of the subscription, which may come again there. Throws EventStoreFault
   * `store-unavailable`.
   */
  missed(): AsyncGenerator<Event, void>;
}

export const resumptionOf = <Event>({ after, firstItem, drop, read }: Resuming<Event>): Resumption<Event> => {
  let end: PageEnd = { readTo: after, isEnd: false };
  let isOver = after === null;
  const missed = async function* (): AsyncGenerator<Event, void> {
    while (!isOver) {
      const item = firstItem();
      isOver = item !== null && !isBehind(end.readTo, item.position);
      if (isOver || (item === null && end.isEnd)) return;
      end = yield* read(end.readTo);
      if (item === null || !end.isEnd || !isBehind(end.readTo, item.position)) continue;
      // A node that does not have the event yet cannot say what stands before it, and a checkpoint tells as little then.
      if (item.kind === 'event') throw new EventStoreFault('store-unavailable', `the log ends before ${item.position}`);
      drop();
    }
  };
  return { isOver: () => isOver, missed };
};
