import {
  excludeSystemEvents,
  START,
  streamNameFilter,
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type Position as LogPosition,
} from '@eventstore/db-client';
import type { Position } from '../../events/envelope.js';
import { EventStoreFault } from '../../events/store.js';
import { condition } from '../../flow/condition.js';
import type { Connection } from './connection.js';
import { readFault } from './faults.js';
import { logPositionOf, positionOf } from './position.js';

/** What the server sends to a subscriber, in its order. */
export type Arrival =
  | { readonly kind: 'event'; readonly event: AllStreamRecordedEvent }
  | { readonly kind: 'checkpoint'; readonly position: Position }
  | { readonly kind: 'caught-up' };

/** A subscription of the server as one line of arrivals; what does not fit waits on the server's side. */
export interface Feed {
  /** The next arrival; undefined while there is none. Throws once the subscription broke and all before that was taken. */
  take(): Arrival | undefined;
  /** What would be taken next. */
  first(): Arrival | undefined;
  /** Resolves with whether something can be taken: true at once or as it arrives, false after so long. */
  arrival(ms: number, signal: AbortSignal): Promise<boolean>;
  close(): void;
}

const HIGH = 256;
const LOW = 64;
/** The server says how far it is after so many events; the client looks at that many itself when they are too few. */
const CHECKPOINT_EVERY = 64;
/** No stream begins with a dash. */
const NO_STREAMS = ['-'];

const prefixesOf = (categories: readonly string[]): string[] =>
  categories.length === 0 ? NO_STREAMS : categories.map((category) => `${category}-`);

/** Subscribes behind a position, to the streams of some categories or to all but the server's own. */
export const openFeed = (
  { lend, credentials }: Connection,
  after: Position | null,
  categories: readonly string[] | undefined,
): Feed => {
  const { client, replaced, giveBack } = lend();
  const line: Arrival[] = [];
  const marks: { readonly behind: number; readonly mark: Arrival }[] = [];
  let events = 0;
  let failure: EventStoreFault | null = null;
  const arrived = condition();
  const canTake = (): boolean => line.length > 0 || failure !== null;

  const queue = (arrival: Arrival): void => {
    line.push(arrival);
    if (line.length >= HIGH) subscription.pause();
    arrived.notifyAll();
  };
  const queueMarks = (): void => {
    for (let first = marks[0]; first !== undefined && first.behind <= events; first = marks[0]) {
      marks.shift();
      queue(first.mark);
    }
  };
  // The client speaks of a checkpoint while events before it are still in its buffer. This must never throw: the
  // client would stall in silence and end the process with a rejection that nobody handles.
  const mark = (arrival: Arrival): void => {
    marks.push({ behind: events + subscription.readableLength, mark: arrival });
    queueMarks();
  };
  const fail = (error: unknown): void => {
    failure ??= readFault(error);
    arrived.notifyAll();
  };

  // A page in which nothing matched is named by its beginning: that of the first page is before everything.
  const checkpointReached = (_: unknown, position: LogPosition): void => {
    if (position.commit > 0n) mark({ kind: 'checkpoint', position: positionOf(position) });
  };
  const pace = { maxSearchWindow: CHECKPOINT_EVERY, checkpointInterval: 1, checkpointReached };
  const subscription = client.subscribeToAll({
    fromPosition: after === null ? START : logPositionOf(after),
    filter:
      categories === undefined
        ? excludeSystemEvents(pace)
        : streamNameFilter({ prefixes: prefixesOf(categories), ...pace }),
    credentials,
  });
  subscription.on('data', ({ event }: AllStreamResolvedEvent) => {
    events++;
    if (event !== undefined) queue({ kind: 'event', event });
    queueMarks();
  });
  subscription.on('caughtUp', () => mark({ kind: 'caught-up' }));
  subscription.on('error', fail);
  subscription.on('close', () => fail(new Error('the server closed the subscription')));
  subscription.on('end', () => fail(new Error('the server ended the subscription')));
  const leave = (): void => {
    subscription.unsubscribe().catch(() => undefined);
    replaced.removeEventListener('abort', moveOn);
    giveBack();
  };
  /** A server that left another call without an answer may leave this subscription without events for ever. */
  const moveOn = (): void => {
    fail(new Error('the server left a call without an answer, and another connection is opened'));
    leave();
  };
  replaced.addEventListener('abort', moveOn);

  const take = (): Arrival | undefined => {
    const arrival = line.shift();
    if (line.length <= LOW && subscription.isPaused()) subscription.resume();
    if (arrival === undefined && failure !== null) throw failure;
    return arrival;
  };

  return {
    take,
    first: () => line[0],
    async arrival(ms, signal) {
      if (!canTake()) await arrived.wait({ ms, signal });
      return canTake();
    },
    close() {
      failure ??= new EventStoreFault('store-closed', 'the subscription is over');
      leave();
    },
  };
};
