import type { Fact } from './envelope.js';

/** The stream of all import jobs that have ended; the revision of a fact is its index among them, from 0. */
export const IMPORT_ACTIVITIES = 'activityStream-importJobs';

/** Facts of `activityStream-importJobs`: one for each import job that has ended, whether or not it made a version. */
export type ImportActivityFact = Fact<
  'ImportJobAnnounced',
  {
    jobId: string;
    /** Repository path. */
    archivalGroup: string;
    /** When the job was received. */
    startTime: string;
    /** When the job ended, or a millisecond after the activity before this one, whichever is later. */
    endTime: string;
    /** The position of the job's end in the log; it grows from one activity to the next. */
    source: string;
  }
>;
