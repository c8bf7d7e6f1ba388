import {
  openEventStoreDb,
  type EventStoreDb,
  type EventStoreDbSettings,
} from '../../../infra/eventstoredb/event-store.js';
import { noteCodec } from '../../contracts/event-store/notes.js';
import { startEventStoreDb, type EventStoreDbServer } from '../../support/eventstoredb/server.js';
import { openedForEach } from '../../support/platform/opened.js';

/** A server for each test of a suite, and stores on it, which are closed before it stops. */
export const servedStores = (): {
  readonly server: EventStoreDbServer;
  readonly open: (more?: Partial<EventStoreDbSettings>) => EventStoreDb;
} => {
  const stores: EventStoreDb[] = [];
  const server = openedForEach(startEventStoreDb, async (each) => {
    Object.assign(each.faults, { wedged: 'no' });
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await each.stop();
  });
  return {
    server,
    open(more = {}) {
      const store = openEventStoreDb({ connectionString: server.url, codec: noteCodec, deadlineMs: 5_000, ...more });
      stores.push(store);
      return store;
    },
  };
};
