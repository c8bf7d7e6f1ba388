import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { registerLease } from '../../projections/projector/register-lease.js';
import { recordLease } from '../../workers/presence/record-lease.js';
import { leaseContract } from '../contracts/lease.contract.js';

leaseContract('a shared record', () => ({
  of: (presence, records) => recordLease('reader', records, presence),
  close: () => Promise.resolve(),
}));

leaseContract('a register of the document store', () => {
  const documents = openDocumentStore(':memory:');
  return {
    of: ({ holder }) => registerLease(documents, 'counts', holder),
    close: () => documents.close(),
  };
});
