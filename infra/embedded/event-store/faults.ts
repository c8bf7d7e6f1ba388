import { EventStoreFault, type EventStoreFaultCode } from '../../../events/store.js';
import { DatabaseFault, type DatabaseFaultCode, databaseFault } from '../sqlite.js';

const CODES: Readonly<Record<DatabaseFaultCode, EventStoreFaultCode>> = {
  'database-in-use': 'store-in-use',
  'database-full': 'store-full',
  'database-not-readable': 'store-unavailable',
  'outcome-unknown': 'outcome-unknown',
  'database-unavailable': 'store-unavailable',
};

/** What went wrong below, in the words of the port; what is not the database's is given back as it is. */
export const eventStoreFault = (error: unknown): unknown => {
  const fault = databaseFault(error);
  if (!(fault instanceof DatabaseFault)) return fault;
  return new EventStoreFault(CODES[fault.code], `the event store: ${fault.message}`, { cause: fault });
};
