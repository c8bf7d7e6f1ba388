import { setMaxListeners } from 'node:events';
import { cause } from '../../events/cause.js';
import { LeaseLost } from '../../flow/lease/lease-lost.js';
import type { JobDocument } from '../../projections/jobs/job-document.js';
import type { JobHold, JobIdentity, JobKind, WithCorrelation } from '../job-kind.js';
import type { Log } from '../log.js';
import type { Presence } from '../presence/presence.js';
import { PutOff } from './put-off.js';
import { Recent } from './recent.js';
import { watchJob } from './watch-job.js';

export interface ClaimedJobsOptions {
  readonly presence: Pick<Presence, 'holder' | 'beginJob' | 'mayTakeOver'>;
  readonly log: Log;
  /** Called when a job is no longer worked. */
  readonly onFree: () => void;
}

/** So many jobs are remembered that the view of jobs may still show as waiting. */
const REMEMBERED = 500;

/**
 * The jobs that one process has claimed and works. The ledger of a job records which process has it and in which epoch,
 * which is the fence; the record of that process lists the job, and while it does, no other takes the job over.
 */
export class ClaimedJobs {
  readonly #options: ClaimedJobsOptions;
  readonly #stopped = new AbortController();
  readonly #working = new Map<string, { readonly kind: JobKind; readonly work: Promise<void> }>();
  readonly #taken = new Recent(REMEMBERED);
  readonly #putOff = new PutOff();

  constructor(options: ClaimedJobsOptions) {
    this.#options = options;
  }

  /** How many jobs of the kind are worked. */
  count(kind: JobKind): number {
    return [...this.#working.values()].filter((each) => each.kind === kind).length;
  }

  /** Whether the job is worked here, is known to be taken or over, or failed here a moment ago. */
  isNotToTry(jobId: string): boolean {
    return this.#taken.has(jobId) || this.isOwn(jobId);
  }

  /** Whether the job is worked here, or failed here a moment ago. */
  isOwn(jobId: string): boolean {
    return this.#working.has(jobId) || this.#putOff.has(jobId);
  }

  /** Resolves when all that is worked now has ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#working.values()].map(({ work }) => work));
  }

  /** Whether none is worked. */
  isEmpty(): boolean {
    return this.#working.size === 0;
  }

  /** Makes the work stop at its next safe point. */
  stopWork(): void {
    this.#stopped.abort(new Error('the platform is shutting down'));
  }

  /** Claims the job if that may be, and begins its work. Whether it did; never rejects. */
  async begin(kind: JobKind, document: JobDocument): Promise<boolean> {
    const { jobId } = document;
    try {
      const claimed = await this.#claim(kind, document);
      if (claimed === null) return false;
      this.#taken.add(jobId);
      const work = this.#work(kind, claimed.job, claimed.epoch).finally(() => {
        this.#working.delete(jobId);
        this.#options.onFree();
      });
      this.#working.set(jobId, { kind, work });
      return true;
    } catch (error) {
      this.#failed(jobId, error);
      return false;
    }
  }

  /** A job that this process has in the ledger, but does not work, failed here before and may be claimed again. */
  async #claim(
    kind: JobKind,
    document: JobDocument,
  ): Promise<{ readonly job: WithCorrelation<JobIdentity>; readonly epoch: number } | null> {
    const task = kind.taskOf(document);
    const holding = await kind.holding(task);
    if (!this.#mayClaim(task, holding)) return null;
    const job = { ...task, correlationId: await kind.correlation(task) };
    const epoch = await kind.claim(job, holding);
    return epoch === null ? null : { job, epoch };
  }

  #mayClaim({ jobId }: JobIdentity, holding: JobHold): boolean {
    const { presence } = this.#options;
    if (holding.state === 'free') return true;
    if (holding.state === 'held' && presence.mayTakeOver(jobId, holding.holder)) return true;
    this.#taken.add(jobId);
    return false;
  }

  async #work(kind: JobKind, job: WithCorrelation<JobIdentity>, epoch: number): Promise<void> {
    const { presence } = this.#options;
    const listed = presence.beginJob(job.jobId, epoch);
    const lost = new AbortController();
    const ended = new AbortController();
    const signal = AbortSignal.any([lost.signal, this.#stopped.signal]);
    setMaxListeners(0, signal); // concurrent parts of the work may each listen
    const claimed = { holder: presence.holder, epoch, holding: () => kind.holding(job) };
    const watching = watchJob(claimed, (why) => lost.abort(why), ended.signal);
    try {
      await kind.work(job, epoch, signal, (progress) => listed.report(progress));
      this.#putOff.forget(job.jobId);
    } catch (error) {
      this.#ended(job.jobId, signal, error);
    } finally {
      ended.abort();
      await watching;
      listed.end();
    }
  }

  #ended(jobId: string, signal: AbortSignal, error: unknown): void {
    const reason: unknown = signal.reason;
    if (reason instanceof LeaseLost)
      this.#options.log.warn('The work on a job was stopped', { job: jobId, ...cause(reason) });
    else this.#failed(jobId, error);
  }

  #failed(jobId: string, error: unknown): void {
    this.#putOff.failed(jobId);
    this.#options.log.error('A job could not be run and is tried again later', { job: jobId, ...cause(error) });
  }
}
