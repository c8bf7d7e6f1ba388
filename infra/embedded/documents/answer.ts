import { databaseFault, withRemedy } from '../database-fault.js';
import { asPromise } from '../sqlite.js';

const IF_DAMAGED =
  'The file documents.sqlite of the data folder is damaged. It holds only read models, and may be deleted: stop the ' +
  'platform, delete it (with documents.sqlite-wal and documents.sqlite-shm, if they exist), and start again. The read ' +
  'models are then built again from the event log; until that is done, requests that need them are answered 503.';

/** The fault of the document store for an error of its database, with what can be done where the file is damaged. */
export const documentFault = (error: unknown): unknown => withRemedy(databaseFault(error), IF_DAMAGED);

/** Asks the database, which answers at once; what it throws becomes a rejection, as `documentFault` has it. */
export const answer = <Answer>(ask: () => Answer): Promise<Answer> =>
  asPromise(ask).catch((error: unknown) => {
    throw documentFault(error);
  });
