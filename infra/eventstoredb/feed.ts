import {
  excludeSystemEvents,
  START,
  streamNameFilter,
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type Position as LogPosition,
} from '@eventstore/db-client';
import type { Position } from '../../events/envelope.js';
import { isOfFact } from '../../events/position.js';
import { EventStoreFault } from '../../events/store.js';
import { condition } from '../../flow/condition.js';
import type { Connection } from './connection.js';
import { readFault } from './faults.js';
import { logPositionOf, positionOf } from './position.js';

/** What the server sends to a subscriber, in order. */
export type Arrival =
  | { readonly kind: 'event'; readonly event: AllStreamRecordedEvent }
  | { readonly kind: 'checkpoint'; readonly position: Position }
  | { readonly kind: 'caught-up' };

/** A subscription of the server as a queue of arrivals; while it is full the server waits. */
export interface Feed {
  /**
   * The next arrival; undefined while there is none. Throws once the subscription has failed and all arrivals were
   * taken.
   */
  take(): Arrival | undefined;
  /** The next arrival, without taking it. */
  first(): Arrival | undefined;
  /** Resolves to true when an arrival can be taken, to false after `ms` and at `endWait`. */
  arrival(ms: number, signal: AbortSignal): Promise<boolean>;
  endWait(): void;
  close(): void;
}

const HIGH = 256;
const LOW = 64;
/** After how many events the server sends a checkpoint. */
const CHECKPOINT_EVERY = 64;
/** No stream begins with a dash. */
const NO_STREAMS = ['-'];

const prefixesOf = (categories: readonly string[]): string[] =>
  categories.length === 0 ? NO_STREAMS : categories.map((category) => `${category}-`);

/**
 * A page without a match is reported by its start. That of the first page is before the first event: servers send 0, or
 * -1 without its sign.
 */
const isAfterStart = (position: LogPosition): boolean => position.commit > 0n && isOfFact(positionOf(position));

/** Subscribes after a position, to the streams of some categories or to all but the server's own. */
export const openFeed = (
  { borrow, credentials }: Connection,
  after: Position | null,
  categories: readonly string[] | undefined,
): Feed => {
  const { client, replaced, release } = borrow();
  const line: Arrival[] = [];
  const notices: { readonly behind: number; readonly notice: Arrival }[] = [];
  let events = 0;
  let failure: EventStoreFault | null = null;
  const arrived = condition();
  const canTake = (): boolean => line.length > 0 || failure !== null;

  const queue = (arrival: Arrival): void => {
    line.push(arrival);
    if (line.length >= HIGH) subscription.pause();
    arrived.notifyAll();
  };
  const queueNotices = (): void => {
    for (let first = notices[0]; first !== undefined && first.behind <= events; first = notices[0]) {
      notices.shift();
      queue(first.notice);
    }
  };
  // The client reports a checkpoint while events before it are still in its buffer. This must never throw: the client
  // would stall and end the process with an unhandled rejection.
  const addNotice = (arrival: Arrival): void => {
    notices.push({ behind: events + subscription.readableLength, notice: arrival });
    queueNotices();
  };
  const fail = (error: unknown): void => {
    failure ??= readFault(error);
    arrived.notifyAll();
  };

  const checkpointReached = (_: unknown, position: LogPosition): void => {
    if (isAfterStart(position)) addNotice({ kind: 'checkpoint', position: positionOf(position) });
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
    queueNotices();
  });
  subscription.on('caughtUp', () => addNotice({ kind: 'caught-up' }));
  subscription.on('error', fail);
  subscription.on('close', () => fail(new Error('the server closed the subscription')));
  subscription.on('end', () => fail(new Error('the server ended the subscription')));
  const leave = (): void => {
    replaced.removeEventListener('abort', moveOn);
    subscription.unsubscribe().then(release, release);
  };
  /** A server that did not answer another call may never send events to this subscription. */
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
    endWait: () => arrived.notifyAll(),
    close() {
      failure ??= new EventStoreFault('store-closed', 'the subscription is over');
      leave();
    },
  };
};
