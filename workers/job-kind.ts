/** Which process has a job, by the ledger that decides it. */
export type Holding =
  | { readonly state: 'free' }
  | { readonly state: 'held'; readonly holder: string; readonly epoch: number }
  | { readonly state: 'over' };

/** A kind of long work, as far as the job runner needs to know it. */
export interface JobKind<Job extends { readonly jobId: string }> {
  /** Jobs that may need work; the answer may lag behind, since the ledger decides. */
  claimable(): Promise<readonly Job[]>;
  holding(job: Job): Promise<Holding>;
  /** Claims a free job, or one whose holder is gone. Answers the epoch won; null when another worker was faster. */
  claim(job: Job, from: Holding): Promise<number | null>;
  /** Works the job until it has ended. When the signal aborts it stops at the next safe point, the job as it is. */
  work(job: Job, epoch: number, signal: AbortSignal): Promise<void>;
}
