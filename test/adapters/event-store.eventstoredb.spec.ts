import { openEventStoreDb, type EventStoreDb } from '../../infra/eventstoredb/event-store.js';
import { eventStoreContract } from '../contracts/event-store.contract.js';
import { startEventStoreDb } from '../support/eventstoredb/server.js';

eventStoreContract('EventStoreDB, over the wire', async (codec) => {
  const server = await startEventStoreDb();
  const open = (): EventStoreDb => openEventStoreDb({ connectionString: server.url, codec });
  let store = open();
  return {
    store,
    async reopen() {
      await store.close();
      return (store = open());
    },
    async close() {
      await store.close();
      await server.stop();
    },
  };
});
