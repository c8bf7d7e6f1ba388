import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { eventStoreContract } from '../contracts/event-store.contract.js';

eventStoreContract('embedded', async (codec) => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-events-'));
  const path = join(folder, 'events.db');
  let store = openEventStore(path, codec);
  return {
    store,
    async reopen() {
      await store.close();
      return (store = openEventStore(path, codec));
    },
    scavenge: () => Promise.resolve(),
    async close() {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
});
