import type { Codec } from '../../../events/codec/codec.js';
import { EventStoreFault, type EventStore } from '../../../events/store.js';
import { checkStreamName } from '../../../events/stream-name.js';
import { closeDatabase, type Database, openDatabase, writeFault } from '../sqlite.js';
import { condition } from '../../../flow/condition.js';
import { takeSyncsOver, type SyncedLog } from '../synced-log.js';
import { factLog } from './fact-log.js';
import { eventStoreFault } from './faults.js';
import { readsOf } from './reads.js';
import { prepareSchema } from './schema.js';
import { sourceOf } from './source.js';
import { openWriter } from './writer.js';

export interface EmbeddedEventStore extends EventStore {
  /** Why the disk refuses appends, after another attempt where a commit was refused; null while all is well. */
  fault(): Error | null;
  /** Completes accepted appends, ends subscriptions with `store-closed` and closes the file. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes the commits of the store durable. */
type CommitSync = Pick<SyncedLog, 'sync' | 'repair' | 'close'>;

const commitSyncOf = (database: Database): CommitSync => {
  const path = database.location();
  const isInMemory = path === null || path === '';
  return isInMemory ? { sync: () => {}, repair: () => {}, close: () => {} } : takeSyncsOver(database, path);
};

/**
 * The event store in an open database; closing the store closes the database. `commitSync` makes its commits durable.
 */
export const eventStoreIn = (
  database: Database,
  codec: Codec,
  commitSync: CommitSync = commitSyncOf(database),
): EmbeddedEventStore => {
  prepareSchema(database);
  const log = factLog(database);
  const changed = condition();
  const writer = openWriter({ database, log, commitSync, committed: () => changed.notifyAll() });
  let state: 'open' | 'closing' | 'closed' = 'open';
  const refusal = (): EventStoreFault | null =>
    state === 'closed' ? new EventStoreFault('store-closed', 'the event store is closed') : writer.unreadable();
  const source = sourceOf(log, codec, changed, refusal);
  let closing: Promise<void> | null = null;

  const shut = async (): Promise<void> => {
    state = 'closing';
    await writer.close();
    state = 'closed';
    changed.notifyAll();
    try {
      commitSync.close();
      closeDatabase(database);
    } catch (error) {
      throw eventStoreFault(error);
    }
  };

  const close = (): Promise<void> => (closing ??= shut());

  return {
    ...readsOf(source),
    append: async (stream, facts, expected) => {
      if (state !== 'open') throw new EventStoreFault('store-closed', 'the event store is closed');
      checkStreamName(stream);
      return writer.append({ stream, facts: codec.encodeAppend(facts), expected });
    },
    fault: () => (state === 'open' ? (writer.fault() ?? writeFault(database)) : null),
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
