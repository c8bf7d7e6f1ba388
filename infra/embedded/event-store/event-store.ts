import type { Codec } from '../../../events/codec.js';
import { EventStoreFault, type EventStore } from '../../../events/store.js';
import { checkStreamName } from '../../../events/stream-name.js';
import { closeDatabase, type Database, openDatabase } from '../sqlite.js';
import { condition } from '../../../flow/condition.js';
import { factLog } from './fact-log.js';
import { eventStoreFault } from './faults.js';
import { headPosition } from './position.js';
import { readAll } from './read-all.js';
import { readStream } from './read-stream.js';
import { prepareSchema } from './schema.js';
import { sourceOf } from './source.js';
import { subscribe } from './subscribe.js';
import { openWriter } from './writer.js';

export interface EmbeddedEventStore extends EventStore {
  /** Completes accepted appends, ends subscriptions with `store-closed` and closes the file. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The event store in an open database; closing the store closes the database. */
export const eventStoreIn = (database: Database, codec: Codec): EmbeddedEventStore => {
  prepareSchema(database);
  const log = factLog(database);
  const changed = condition();
  const writer = openWriter(database, log, () => changed.notifyAll());
  let state: 'open' | 'closing' | 'closed' = 'open';
  const source = sourceOf(log, codec, changed, () => state !== 'closed');
  let closing: Promise<void> | null = null;

  const shut = async (): Promise<void> => {
    state = 'closing';
    await writer.close();
    state = 'closed';
    changed.notifyAll();
    try {
      closeDatabase(database);
    } catch (error) {
      throw eventStoreFault(error);
    }
  };

  const close = (): Promise<void> => (closing ??= shut());

  return {
    append: async (stream, facts, expected) => {
      if (state !== 'open') throw new EventStoreFault('store-closed', 'the event store is closed');
      checkStreamName(stream);
      return writer.append({ stream, facts: codec.encodeAppend(facts), expected });
    },
    read: (stream, options = {}) => readStream(source, stream, options),
    readAll: (options = {}) => readAll(source, options),
    subscribe: (options, signal) => subscribe(source, options, signal),
    head: () => new Promise((resolve) => resolve(headPosition(source.query((each) => each.head())))),
    close,
    [Symbol.asyncDispose]: close,
  };
};

/**
 * Opens the event store in the file at `path`, created when absent; `:memory:` exists until it is closed. Throws
 * EventStoreFault: `store-in-use` while another process has it open.
 */
export const openEventStore = (path: string, codec: Codec): EmbeddedEventStore => {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    return eventStoreIn(database, codec);
  } catch (error) {
    if (database !== undefined) closeDatabase(database);
    throw eventStoreFault(error);
  }
};
