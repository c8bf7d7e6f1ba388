import type { Dependencies } from '../commands/core/dependencies.js';
import type { Fact } from '../events/envelope.js';
import type { JobDocument, JobKindName } from '../projections/jobs/job-document.js';
import type { Interest } from './fact-listener.js';
import type { Log } from './log.js';
import type { ProcessIdentity } from './presence/process-identity.js';
import type { ReportProgress } from './progress.js';

/** Which process has a job, from its ledger. */
export type JobHold =
  | { readonly state: 'free' }
  | { readonly state: 'held'; readonly holder: string; readonly epoch: number }
  | { readonly state: 'over' };

/** A job as it is worked: with the correlation id of the request that began it. */
export type WithCorrelation<Job> = Job & { readonly correlationId: string };

export interface JobIdentity {
  readonly jobId: string;
}

/** A kind of jobs that a job runner works. */
export interface JobKind<Job extends JobIdentity = JobIdentity> {
  /** As the view of jobs names it; several where one way of working serves them. */
  readonly names: readonly JobKindName[];
  /** The role of the processes that work it. */
  readonly role: string;
  /** The facts by which a job of the kind begins to wait. */
  readonly askedBy: Interest<Fact>;
  /** The job as the kind works it. */
  taskOf(document: JobDocument): Job;
  holding(job: Job): Promise<JobHold>;
  /** The correlation id of the request that began the job, for its facts and log lines. */
  correlation(job: Job): Promise<string>;
  /** Claims a free job, or one whose lease has expired. Answers the new epoch; null when it may not be claimed (now). */
  claim(job: WithCorrelation<Job>, from: JobHold): Promise<number | null>;
  /**
   * Works the job to its end, and reports how far it is. When the signal aborts it stops at the next safe point; the reason
   * is a LeaseLost where the job has ended in another way or another process has it.
   */
  work(job: WithCorrelation<Job>, epoch: number, signal: AbortSignal, report: ReportProgress): Promise<void>;
}

/** What a kind of jobs is worked with. */
export interface JobKindOptions {
  readonly dependencies: Dependencies;
  readonly identity: ProcessIdentity;
  readonly log: Log;
}

/** What the document of a job of some kind always names. */
export const named = (name: string | null): string => {
  if (name === null) throw new Error('the document of the job does not name what it is about');
  return name;
};
