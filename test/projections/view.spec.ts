import { compareWithLogContract } from '../contracts/compare-with-log.contract.js';
import { projectorsContract } from '../contracts/projectors.contract.js';
import { lostViewContract } from '../contracts/lost-view.contract.js';
import { viewContract } from '../contracts/view.contract.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { countsCodec } from '../support/facts/counts-view.js';
import { embeddedViewStores } from '../support/embedded-view-stores.js';
import { losableDocuments } from '../support/faults/losable-documents.js';

viewContract('the embedded stores', embeddedViewStores);
projectorsContract('the embedded stores', embeddedViewStores);
compareWithLogContract('the embedded stores', embeddedViewStores);
lostViewContract('the embedded stores', () => {
  const events = openEventStore(':memory:', countsCodec);
  const documents = losableDocuments();
  const close = async (): Promise<void> => {
    await events.close();
    await documents.close();
  };
  return Promise.resolve({ ...documents, events, close });
});
