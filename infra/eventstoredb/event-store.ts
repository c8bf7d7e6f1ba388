import { setMaxListeners } from 'node:events';
import type { Codec } from '../../events/codec/codec.js';
import type { Fact } from '../../events/envelope.js';
import { EventStoreFault, type EventStore, type FeedOptions } from '../../events/store.js';
import { checkStreamName } from '../../events/stream-name.js';
import { append } from './append.js';
import { connect, type StoreLog } from './connection.js';
import { keyedQueue } from '../../flow/sharing/keyed-queue.js';
import { settledWithin } from '../../flow/settled-within.js';
import type { IdleWatch } from './idle-watch.js';
import { readAll } from './read-all.js';
import { readStream } from './read-stream.js';
import { occurredAtOf, recorded } from './recorded.js';
import { subscribe } from './subscribe.js';
import { logScanOf } from './log-scan.js';
import { whileOpen } from './while-open.js';

/** The address of the server, and the time limits of calls. */
export interface EventStoreDbSettings {
  /** `esdb://user:password@host:2113`, several hosts, or `esdb+discover://`. */
  readonly connectionString: string;
  readonly codec: Codec;
  readonly log?: StoreLog;
  /** How long the server may take to answer a call. */
  readonly deadlineMs?: number;
}

/** The event store, open until it is closed. */
export interface EventStoreDb extends EventStore {
  /** Waits for appends under way, and ends readers and subscriptions with `store-closed`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const DEADLINE_MS = 5_000;

/**
 * The event store on an EventStoreDB server. No connection is opened before the first call; while the server is
 * unavailable each call fails with a transient fault. Throws for a malformed connection string.
 */
export const openEventStoreDb = (settings: EventStoreDbSettings): EventStoreDb => {
  const { connectionString, codec, log, deadlineMs = DEADLINE_MS } = settings;
  const connection = connect(connectionString, deadlineMs, log);
  const scan = logScanOf(connection);
  const subscriber = { connection, codec, scan, watches: new Set<IdleWatch>() };
  const appends = keyedQueue({ ms: deadlineMs, fault: () => notAnswered(deadlineMs) });
  const closed = new AbortController();
  setMaxListeners(0, closed.signal); // every reader may listen
  const appending = new Set<Promise<unknown>>();

  const { checkOpen, asked, iterable } = whileOpen(closed.signal);

  let closing: Promise<void> | null = null;
  const shut = async (): Promise<void> => {
    closed.abort();
    await Promise.allSettled(appending);
    await settledWithin(connection.close(), deadlineMs);
  };
  const close = (): Promise<void> => (closing ??= shut());

  return {
    async append(stream, facts, expected) {
      checkOpen();
      checkStreamName(stream);
      const request = { stream, facts: codec.encodeAppend(facts), expected };
      const writing = appends.run(stream, () => append(connection, request));
      appending.add(writing);
      try {
        const written = await writing;
        for (const watch of subscriber.watches) watch.logMoved();
        return written;
      } finally {
        appending.delete(writing);
      }
    },
    read: <F extends Fact>(stream: string, options = {}) =>
      iterable(async function* () {
        for await (const event of readStream(connection, stream, options)) yield recorded<F>(codec, event);
      }),
    readAll: <F extends Fact>(options = {}) => iterable(() => readAll<F>(subscriber, options, closed.signal)),
    subscribe: <F extends Fact>(options: FeedOptions, signal: AbortSignal) =>
      iterable(() => subscribe<F>(subscriber, options, AbortSignal.any([signal, closed.signal]))),
    head: asked(() => scan.head()),
    newestAt: asked(async () => {
      const newest = await scan.newest();
      return newest && occurredAtOf(newest);
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
};

const notAnswered = (ms: number): EventStoreFault =>
  new EventStoreFault('store-unavailable', `an append before it was not answered for ${ms} ms`);
