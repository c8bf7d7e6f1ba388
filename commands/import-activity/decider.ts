import type { ImportActivityFact } from '../../events/import-activity.js';
import { timestampOf } from '../../events/time.js';
import type { Asked, Decider } from '../core/decider.js';

/** Asks for the activity of a job that ended `at` the time it says. */
export interface AnnounceImportJob extends Asked<'AnnounceImportJob'> {
  readonly jobId: string;
  readonly archivalGroup: string;
  /** When the job was received. */
  readonly startTime: string;
  /** Where in the log the job's end stands. */
  readonly source: string;
}

/** The last activity is all that the next one depends on; null while there is none. */
export type LastActivity = ImportActivityFact['data'] | null;

/**
 * Readers keep the last `endTime` they saw and ask for later ones. Many of them know milliseconds only, so that is what
 * two activities differ by at least, also where jobs end at once, are announced late, or a clock was set back.
 */
const endTimeAfter = (last: LastActivity, ended: string): string => {
  if (last === null || Date.parse(ended) > Date.parse(last.endTime)) return ended;
  return timestampOf(new Date(Date.parse(last.endTime) + 1));
};

/**
 * The activity stream of import jobs (storage service 4.3). Ends are announced in the order of the log, so that what
 * stands at or before the last one's place was announced before.
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
