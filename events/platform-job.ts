import type { Fact } from './envelope.js';
import type { SteeringFact } from './steering.js';

/** What a job of the platform is to do; null stands for everything. */
export type PlatformJobRequest =
  | {
      readonly kind: 'audit';
      readonly parameters: Readonly<{
        /** Repository path. */
        archivalGroup: string | null;
        /** Whether the digests that the store records are trusted. */
        quick: boolean;
      }>;
    }
  | {
      readonly kind: 'adoption';
      readonly parameters: Readonly<{
        /** Repository path. */
        archivalGroup: string | null;
        /** Whether nothing is adopted, and only told what would be. */
        dryRun: boolean;
        /** Whether every content file is read first and its digest compared. */
        verify: boolean;
      }>;
    }
  | {
      readonly kind: 'rebuild';
      readonly parameters: Readonly<{
        /** Name of the read model. */
        view: string | null;
      }>;
    };

/** A job that is asked for. */
export type NewPlatformJob = PlatformJobRequest & {
  /** The job that it repeats. */
  readonly retryOf?: string;
};

/** A job that was asked for. */
export type RequestedPlatformJob = NewPlatformJob & {
  readonly jobId: string;
  /** Agent name. */
  readonly by: string;
  /** UTC, seven fractional digits. */
  readonly at: string;
};

/** One line of a job's report. */
export interface JobReportLine {
  /** A code of OCFL, or one of ours. */
  readonly code: string;
  /** Repository path; null where it is about no archival group. */
  readonly archivalGroup: string | null;
  /** Key in the bucket of the repository; null where it is about none. */
  readonly key: string | null;
  readonly message: string;
  /** Null where there is nothing to compare. */
  readonly expected: string | null;
  readonly found: string | null;
}

/** What a job has done, in numbers. */
export type PlatformJobSummary =
  | Readonly<{
      objects: number;
      versions: number;
      files: number;
      bytesRead: number;
      /** Import jobs that were writing a version meanwhile. */
      inProgress: number;
      findings: number;
      /** Read models that could not be compared with the log. */
      viewsNotCompared: number;
    }>
  | Readonly<{
      groups: number;
      versions: number;
      /** Objects of which the log had every version. */
      known: number;
      notAdopted: number;
    }>
  | Readonly<{ views: number }>;

/** Why a job, or a part of it, failed. */
export interface PlatformJobError {
  /** Repository path; null where it is about no archival group. */
  readonly path: string | null;
  readonly message: string;
}

/** How a job has ended. */
export interface PlatformJobEnd {
  readonly outcome: 'completed' | 'completedWithErrors';
  /** Null where the job did not get to its end. */
  readonly summary: PlatformJobSummary | null;
  /** The first of them. */
  readonly errors: readonly PlatformJobError[];
  /** How many there are. */
  readonly failures: number;
}

interface OfJob {
  readonly jobId: string;
  /** UTC, seven fractional digits. */
  readonly at: string;
}

/** Facts of `job-<id>`: an audit, an adoption or a rebuild of read models, from the request to the end. */
export type PlatformJobFact =
  | Fact<'JobRequested', RequestedPlatformJob>
  /** A worker has the job in this epoch, which is higher than every earlier one. */
  | Fact<'JobClaimed', OfJob & { epoch: number; worker: string }>
  | SteeringFact
  /** A part of the report of the worker with this epoch; `page` counts from 0. The pages of the last epoch count. */
  | Fact<'JobReportPageRecorded', OfJob & { epoch: number; page: number; lines: readonly JobReportLine[] }>
  /** Final. `cancelledBy` is the agent who cancelled it. */
  | Fact<'JobEnded', OfJob & PlatformJobEnd & { epoch: number; cancelledBy?: string }>;

/** Facts of `jobTarget-<kind>` and `jobTarget-<kind>:<target>`: which jobs of a kind were admitted for one target. */
export type JobTargetFact = Fact<'JobAdmitted', RequestedPlatformJob>;
