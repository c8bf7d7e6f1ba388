import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { compareWithLogContract } from '../../contracts/compare-with-log.contract.js';
import { keepersContract } from '../../contracts/keepers.contract.js';
import { viewContract, type ViewStores } from '../../contracts/view.contract.js';
import { countsCodec } from '../../support/counts-view.js';
import { onEachServer, temporaryDatabase } from './servers.js';

onEachServer((what, url) => {
  const open = (): Promise<ViewStores> => {
    const events = openEventStore(':memory:', countsCodec);
    const database = temporaryDatabase(url());
    return Promise.resolve({
      events,
      documents: database.store,
      close: async () => {
        await events.close();
        await database.close();
      },
    });
  };
  viewContract(what, open);
  keepersContract(what, open);
  compareWithLogContract(what, open);
});
