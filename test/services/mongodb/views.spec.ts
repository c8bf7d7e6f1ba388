import { MongoClient } from 'mongodb';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { compareWithLogContract } from '../../contracts/compare-with-log.contract.js';
import { projectorsContract } from '../../contracts/projectors.contract.js';
import { lostViewContract } from '../../contracts/lost-view.contract.js';
import { viewContract, type ViewStores } from '../../contracts/view.contract.js';
import { countsCodec } from '../../support/facts/counts-view.js';
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
  projectorsContract(what, open);
  compareWithLogContract(what, open);
  lostViewContract(what, () => {
    const events = openEventStore(':memory:', countsCodec);
    const { store, name, close } = temporaryDatabase(url());
    const client = new MongoClient(url());
    const database = client.db(name);
    return Promise.resolve({
      events,
      documents: store,
      lose: async () => {
        await database.dropDatabase();
      },
      loseDocuments: async () => {
        const collections = await database.listCollections({}, { nameOnly: true }).toArray();
        const lost = collections.filter((each) => each.name !== 'registers');
        await Promise.all(lost.map((each) => database.dropCollection(each.name)));
      },
      close: async () => {
        await client.close();
        await events.close();
        await close();
      },
    });
  });
});
