import { openDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { registerLease } from '../../projections/projector/register-lease.js';
import { streamLease } from '../../workers/stream-lease.js';
import { leaseContract } from '../contracts/lease.contract.js';
import { identityOf, openLog } from '../workers/support/log-of-facts.js';

leaseContract('a stream of the event log', () => {
  const events = openLog();
  return {
    of: (holder) => streamLease({ events, identity: identityOf(holder), name: 'reader' }),
    close: () => events.close(),
  };
});

leaseContract('a register of the document store', () => {
  const documents = openDocumentStore(':memory:');
  return {
    of: (holder) => registerLease(documents, 'counts', holder),
    close: () => documents.close(),
  };
});
