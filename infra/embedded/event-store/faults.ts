import { EventStoreFault, type EventStoreFaultCode } from '../../../events/store.js';
import { DatabaseFault, type DatabaseFaultCode, databaseFault } from '../sqlite.js';

const CODES: Readonly<Record<DatabaseFaultCode, EventStoreFaultCode>> = {
  'database-in-use': 'store-in-use',
  'database-full': 'store-full',
  'database-not-readable': 'store-unavailable',
  'outcome-unknown': 'outcome-unknown',
  'database-unavailable': 'store-unavailable',
};

/** The port's fault for an error of the database; other errors unchanged. */
export const eventStoreFault = (error: unknown): unknown => {
  const fault = databaseFault(error);
  if (!(fault instanceof DatabaseFault)) return fault;
  return new EventStoreFault(CODES[fault.code], `the event store: ${fault.message}`, { cause: fault });
};
