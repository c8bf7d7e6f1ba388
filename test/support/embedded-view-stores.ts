import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { ViewStores } from '../contracts/view.contract.js';
import { countsCodec } from './facts/counts-view.js';

/** Both embedded stores, in memory. */
export const embeddedViewStores = (): Promise<ViewStores> => {
  const events = openEventStore(':memory:', countsCodec);
  const documents = openDocumentStore(':memory:');
  return Promise.resolve({
    events,
    documents,
    close: async () => {
      await events.close();
      await documents.close();
    },
  });
};
