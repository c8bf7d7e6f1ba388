import type { Codec } from '../../events/codec.js';
import type { EventStore } from '../../events/store.js';
import { openEventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { eventStoreContract, type OpenedEventStore } from '../contracts/event-store.contract.js';
import { fromNow } from '../support/eventstoredb/from-now.js';
import { startEventStoreDb } from '../support/eventstoredb/server.js';

interface Served {
  readonly url: string;
  /** The store as a test is to see it. */
  readonly seen: (store: EventStore) => Promise<EventStore>;
  readonly stop: () => Promise<void>;
}

const opened = async (codec: Codec, { url, seen, stop }: Served): Promise<OpenedEventStore> => {
  const connect = () => openEventStoreDb({ connectionString: url, codec });
  let current = connect();
  return {
    store: await seen(current),
    async reopen() {
      await current.close();
      return (current = connect());
    },
    async close() {
      await current.close();
      await stop();
    },
  };
};

eventStoreContract('EventStoreDB, over the wire', async (codec) => {
  const server = await startEventStoreDb();
  return opened(codec, { url: server.url, seen: (store) => Promise.resolve(store), stop: () => server.stop() });
});

const url = process.env['MUNIMENT_TEST_EVENTSTORE_URL'];
if (url === undefined || url === '') {
  it('event store contract: the EventStoreDB that MUNIMENT_TEST_EVENTSTORE_URL names');
} else {
  eventStoreContract('an EventStoreDB server', (codec) =>
    opened(codec, { url, seen: fromNow, stop: () => Promise.resolve() }),
  );
}
