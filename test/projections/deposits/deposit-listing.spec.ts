import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { depositListingContract } from '../../contracts/deposit-listing.contract.js';

depositListingContract('the embedded store', () => {
  const documents = openDocumentStore(':memory:');
  return Promise.resolve({ documents, close: () => documents.close() });
});
