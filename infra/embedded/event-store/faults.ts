import { EventStoreFault, type EventStoreFaultCode } from '../../../events/store.js';
import { DatabaseFault, type DatabaseFaultCode, databaseFault, withRemedy } from '../database-fault.js';

const CODES: Readonly<Record<DatabaseFaultCode, EventStoreFaultCode>> = {
  'database-in-use': 'store-in-use',
  'database-full': 'store-full',
  'database-not-readable': 'store-unavailable',
  'database-damaged': 'store-unavailable',
  'outcome-unknown': 'outcome-unknown',
  'database-unavailable': 'store-unavailable',
};

const IF_DAMAGED =
  'The file events.sqlite of the data folder is damaged. It holds the event log, and only a copy can replace it: stop the ' +
  'platform, and follow "Restoring a data folder" in docs/auditing.md.';

/** The port's fault for an error of the database; other errors unchanged. */
export const eventStoreFault = (error: unknown): unknown => {
  const fault = withRemedy(databaseFault(error), IF_DAMAGED);
  if (!(fault instanceof DatabaseFault)) return fault;
  return new EventStoreFault(CODES[fault.code], `the event store: ${fault.message}`, { cause: fault });
};
