import type { Dependencies } from '../commands/core/dependencies.js';
import type { Log } from './log.js';
import type { ProcessIdentity } from './platform-fact.js';

/** Which process has a job, from its ledger. */
export type JobHold =
  | { readonly state: 'free' }
  | { readonly state: 'held'; readonly holder: string; readonly epoch: number }
  | { readonly state: 'over' };

/** A job as it is worked: with the correlation id of the request that began it. */
export type WithCorrelation<Job> = Job & { readonly correlationId: string };

/** A kind of jobs that a job runner works. */
export interface JobKind<Job extends { readonly jobId: string }> {
  /** Jobs that may need work; may be outdated, since the ledger decides. */
  claimable(): Promise<readonly Job[]>;
  holding(job: Job): Promise<JobHold>;
  /** The correlation id of the request that began the job, for its facts and log lines. */
  correlation(job: Job): Promise<string>;
  /** Claims a free job, or one whose lease has expired. Answers the new epoch; null when another worker was faster. */
  claim(job: WithCorrelation<Job>, from: JobHold): Promise<number | null>;
  /** Works the job to its end. When the signal aborts it stops at the next safe point. */
  work(job: WithCorrelation<Job>, epoch: number, signal: AbortSignal): Promise<void>;
}

/** What a kind of jobs is worked with. */
export interface JobKindOptions<Job> {
  readonly dependencies: Dependencies;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** Jobs that have not ended, from a view. */
  readonly claimable: () => Promise<readonly Job[]>;
}
