import type { PlatformJobSummary } from '../../events/platform-job.js';
import type { TimedStep } from '../timed-steps.js';

export const JOB_KINDS = ['import', 'export', 'pipelineRun', 'archiving', 'audit', 'adoption', 'rebuild'] as const;
export type JobKindName = (typeof JOB_KINDS)[number];

export const JOB_STATUSES = ['waiting', 'held', 'running', 'completed', 'completedWithErrors'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Something that went wrong in a job. */
export interface JobError {
  /** What it concerns; null when it is the whole job. */
  readonly path: string | null;
  readonly message: string;
}

/** What an import is to do to files, in numbers of them. */
export interface PlannedChanges {
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly renamed: number;
}

/** What a pipeline run found, in numbers of files; `notScanned` is null where it did not count them. */
export interface RunCounts {
  readonly identified: number;
  readonly unidentified: number;
  readonly infected: number;
  readonly failed: number;
  readonly notScanned: number | null;
}

/** A job of any kind. Times are UTC, with seven fractional digits. */
export interface JobDocument {
  readonly jobId: string;
  readonly kind: JobKindName;
  readonly status: JobStatus;
  /** Agent name of who asked for it. */
  readonly agent: string;
  readonly depositId: string | null;
  /** Repository path; null where the job concerns no archival group, or which is not known. */
  readonly archivalGroup: string | null;
  /** The name that the group was given where it was asked for; null where none was, and for other kinds. */
  readonly archivalGroupName: string | null;
  readonly submitted: string;
  readonly begun: string | null;
  readonly finished: string | null;
  readonly lastModified: string;
  /** −10 to 10, 0 at first. */
  readonly priority: number;
  /** By which the jobs of an agent are begun, while it waits; else null. */
  readonly rank: string | null;
  /** The process that works it, or worked it last; null before the first, and for a worker outside of the platform. */
  readonly holder: string | null;
  /** Of its last claim; 0 before the first. */
  readonly epoch: number;
  /** Agent name of who holds it; null where it is not held. */
  readonly heldBy: string | null;
  /** Agent name of who cancelled it; null where nobody did. */
  readonly cancelledBy: string | null;
  /** The first ones, 10 at most. */
  readonly errors: readonly JobError[];
  /** How many errors there are. */
  readonly failures: number;
  /** The version of the archival group that it made, exported or compared with; null where there is none. */
  readonly version: number | null;
  /** The version on which an import builds, 0 for a new group; null before it is begun, and for other kinds. */
  readonly baseVersion: number | null;
  /** Of an import; null where that is not known, and for other kinds. */
  readonly planned: PlannedChanges | null;
  /** Of a pipeline run; null before it has ended, and for other kinds. */
  readonly counts: RunCounts | null;
  /** In their order, from the waiting on. */
  readonly steps: readonly TimedStep[];
  /** What it copied, looked at or removed; null while that is not known. */
  readonly files: number | null;
  readonly bytes: number | null;
  /**
   * What an audit, an adoption or a rebuild counted; null before its end, where it did not get there, and for other
   * kinds. Absent in what an earlier version of the software wrote.
   */
  readonly summary?: PlatformJobSummary | null;
  /** The other id that the preservation service has for an import; null where there is none. */
  readonly resultId: string | null;
  /** The job that this one repeats; null for none. */
  readonly retryOf: string | null;
  /** The last job that repeats this one; null for none. */
  readonly retriedAs: string | null;
}

export const MOST_ERRORS = 10;
