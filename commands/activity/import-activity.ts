import type { ImportActivityFact } from '../../events/import-activity.js';
import type { AnyCommand, Decider } from '../core/decider.js';
import { endTimeAfter } from './end-time-after.js';

/** Announces an import job that ended at the time `at`. */
export interface AnnounceImportJob extends AnyCommand<'AnnounceImportJob'> {
  readonly jobId: string;
  readonly archivalGroup: string;
  /** When the job was received. */
  readonly startTime: string;
  /** The log position of the job's end. */
  readonly source: string;
}

/** The next activity depends on the last one alone; null while there is none. */
type LastActivity = ImportActivityFact['data'] | null;

/**
 * The activity stream of import jobs (storage service 4.3). Ends are announced in the order of the log, so an end at or
 * before the position of the last activity was announced before.
 */
export const importActivity: Decider<LastActivity, AnnounceImportJob, ImportActivityFact> = {
  initial: null,
  decide: ({ jobId, archivalGroup, startTime, at, source }, last) =>
    last !== null && source <= last.source
      ? []
      : [
          {
            type: 'ImportJobAnnounced',
            data: { jobId, archivalGroup, startTime, endTime: endTimeAfter(last, at), source },
          },
        ],
  evolve: (_, { data }) => data,
};
