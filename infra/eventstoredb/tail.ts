import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type ReadPosition,
} from '@eventstore/db-client';
import type { Position } from '../../events/envelope.js';
import type { Connection } from './connection.js';
import { drawn } from './drawn.js';
import { isBehind, logPositionOf } from './position.js';
import { isSystemEvent, positionOfEvent } from './recorded.js';

/** What stands in the log after a position: how far nothing is wanted, and whether something wanted follows. */
export interface Outlook {
  readonly clearTo: Position | null;
  readonly isWaiting: boolean;
}

/** Looks at the log itself, aside from any subscription. Throws EventStoreFault `store-unavailable`. */
export interface Tail {
  /** The position of the newest fact; null while there is none. */
  head(): Promise<Position | null>;
  look(after: Position | null, wants: (event: AllStreamRecordedEvent) => boolean): Promise<Outlook>;
}

const PAGE = 256;
/** The first page backwards is small, for the newest event mostly is a fact; the server's own may lie in heaps. */
const FIRST_PAGE = 8;
const LAST_PAGE = 4096;

export const tailOf = ({ client, credentials, deadlineMs }: Connection): Tail => {
  let newest: Position | null = null;

  const page = async function* (
    direction: typeof FORWARDS | typeof BACKWARDS,
    fromPosition: ReadPosition,
    maxCount: number,
  ) {
    const begin = () => client.readAll({ direction, fromPosition, maxCount, credentials, requiresLeader: true });
    for await (const resolved of drawn<AllStreamResolvedEvent>(begin, deadlineMs)) yield resolved.event;
  };

  /** Ends at the newest fact that was known before: the log only grows. */
  const head = async (): Promise<Position | null> => {
    const known = newest;
    let from: ReadPosition = END;
    for (let size = FIRST_PAGE; ; size = Math.min(size * 8, LAST_PAGE)) {
      let seen = 0;
      for await (const event of page(BACKWARDS, from, size)) {
        seen++;
        if (event === undefined) continue;
        const position = positionOfEvent(event);
        if (!isBehind(known, position)) return newest;
        if (!isSystemEvent(event)) {
          if (isBehind(newest, position)) newest = position;
          return position;
        }
        from = logPositionOf(position);
      }
      if (seen < size) return newest;
    }
  };

  const look: Tail['look'] = async (after, wants) => {
    let clearTo = after;
    let from: ReadPosition = after === null ? START : logPositionOf(after);
    for (;;) {
      let seen = 0;
      for await (const event of page(FORWARDS, from, PAGE)) {
        seen++;
        if (event === undefined) continue;
        const position = positionOfEvent(event);
        from = logPositionOf(position);
        if (isSystemEvent(event) || !isBehind(clearTo, position)) continue;
        if (wants(event)) return { clearTo, isWaiting: true };
        clearTo = position;
      }
      if (seen < PAGE) return { clearTo, isWaiting: false };
    }
  };

  return { head, look };
};
