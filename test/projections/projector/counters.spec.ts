import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { countersContract } from '../../contracts/counters.contract.js';

countersContract(
  'the embedded store',
  () => {
    const documents = openDocumentStore(':memory:');
    return Promise.resolve({ documents, close: () => documents.close() });
  },
  60,
);
