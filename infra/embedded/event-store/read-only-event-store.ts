import type { Codec } from '../../../events/codec/codec.js';
import { EventStoreFault } from '../../../events/store.js';
import { condition } from '../../../flow/condition.js';
import { openToRead, type ReadOnlyDatabase } from '../read-only-database.js';
import type { EmbeddedEventStore } from './event-store.js';
import { factLog } from './fact-log.js';
import { eventStoreFault } from './faults.js';
import { readsOf } from './reads.js';
import { requireKnownFormat } from './schema.js';
import { sourceOf } from './source.js';

/** An event log as it was when it was opened, to which nothing can be appended. */
export type ReadOnlyEventStore = Omit<EmbeddedEventStore, 'fault'>;

/**
 * Opens the event store in the file at `path` for reading, on the terms of `openToRead`. Throws EventStoreFault:
 * `store-in-use` while a process has it open for writing.
 */
export const openEventStoreToRead = (path: string, codec: Codec): ReadOnlyEventStore => {
  let opened: ReadOnlyDatabase | undefined;
  try {
    opened = openToRead(path);
    requireKnownFormat(opened.database, 'file');
    return storeIn(opened, codec);
  } catch (error) {
    opened?.close();
    throw eventStoreFault(error);
  }
};

const storeIn = (opened: ReadOnlyDatabase, codec: Codec): ReadOnlyEventStore => {
  const { database } = opened;
  const changed = condition();
  const refusal = (): EventStoreFault | null =>
    database.isOpen ? null : new EventStoreFault('store-closed', 'the event store is closed');
  const close = (): Promise<void> => {
    opened.close();
    changed.notifyAll();
    return Promise.resolve();
  };
  return {
    ...readsOf(sourceOf(factLog(database), codec, changed, refusal)),
    append: () => Promise.reject(new EventStoreFault('store-unavailable', 'the event store was opened for reading')),
    close,
    [Symbol.asyncDispose]: close,
  };
};
