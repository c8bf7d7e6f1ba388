import { cause } from '../events/cause.js';
import { setMaxListeners } from 'node:events';
import { jittered } from '../flow/jittered.js';
import { pause } from '../flow/pause.js';
import { settledWithin } from '../flow/settled-within.js';
import type { EventStore } from '../events/store.js';
import type { LeaseTimes } from '../flow/lease/lease-times.js';
import type { WithCorrelation, JobKind } from './job-kind.js';
import { JobLeases } from './job-leases.js';
import type { Log } from './log.js';
import { whenViewComplete } from './when-view-complete.js';
import type { ProcessIdentity } from './platform-fact.js';

interface JobIdentity {
  readonly jobId: string;
}

export interface JobRunnerOptions<Job extends JobIdentity> extends Partial<LeaseTimes> {
  readonly kind: JobKind<Job>;
  readonly events: EventStore;
  readonly identity: ProcessIdentity;
  readonly log: Log;
  /** How many jobs are worked concurrently. */
  readonly slots?: number;
  /** How often the claimable jobs are scanned, besides triggers. */
  readonly scanEveryMs?: number;
}

/** Works jobs of one kind under leases, several concurrently; the process that claims a job first works it. */
export class JobRunner<Job extends JobIdentity> {
  readonly #kind: JobKind<Job>;
  readonly #log: Log;
  readonly #slots: number;
  readonly #leases: JobLeases;
  readonly #closing = new AbortController();
  readonly #stopWork = new AbortController();
  readonly #waiting = new Map<string, Job>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #scanning: Promise<void>;
  #scan: Promise<void> | null = null;
  #scanIsAsked = false;

  constructor(options: JobRunnerOptions<Job>) {
    const { kind, events, identity, log, slots = 2, scanEveryMs = 30_000 } = options;
    const { takeoverAfterMs = 60_000, renewEveryMs = 10_000, giveUpAfterMs = 40_000 } = options;
    this.#kind = kind;
    this.#log = log;
    this.#slots = slots;
    this.#leases = new JobLeases({ events, identity, log, times: { takeoverAfterMs, renewEveryMs, giveUpAfterMs } });
    this.#scanning = this.#scanRegularly(scanEveryMs);
  }

  /** Offers a job to be claimed; without one, the claimable jobs are scanned. */
  wake(job?: Job): void {
    if (job === undefined) this.#askForScan();
    else this.#offer(job);
  }

  /** Resolves when no job is being worked or waiting, and no scan is running. */
  async idle(): Promise<void> {
    while (this.#scan !== null || this.#running.size > 0) await Promise.all([this.#scan, ...this.#running.values()]);
  }

  /**
   * Claims no more jobs; waits `graceMs` for work to end, then stops it at its next safe point and waits `graceMs`
   * again.
   */
  async stop(graceMs = 6_000): Promise<void> {
    this.#closing.abort(new Error('the job runner is closing'));
    this.#waiting.clear();
    await this.#scanning;
    await settledWithin(this.idle(), graceMs);
    this.#stopWork.abort(new Error('the platform is shutting down'));
    await settledWithin(this.idle(), graceMs);
  }

  async #scanRegularly(everyMs: number): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#askForScan();
      await pause(jittered(everyMs, 0.75, 1.25), this.#closing.signal);
    }
  }

  #askForScan(): void {
    if (this.#closing.signal.aborted) return;
    this.#scanIsAsked = true;
    this.#scan ??= this.#scanWhileAsked().finally(() => (this.#scan = null));
  }

  async #scanWhileAsked(): Promise<void> {
    while (this.#scanIsAsked && !this.#closing.signal.aborted) {
      this.#scanIsAsked = false;
      try {
        const jobs = await whenViewComplete(() => this.#kind.claimable(), this.#closing.signal);
        for (const job of jobs) this.#offer(job);
      } catch (error) {
        if (!this.#isClosing()) this.#log.warn('The claimable jobs could not be looked through', cause(error));
      }
    }
  }

  #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  #offer(job: Job): void {
    if (this.#closing.signal.aborted || this.#running.has(job.jobId)) return;
    this.#waiting.set(job.jobId, job);
    this.#beginWaiting();
  }

  #beginWaiting(): void {
    for (const [jobId, job] of this.#waiting) {
      if (this.#running.size >= this.#slots) return;
      this.#waiting.delete(jobId);
      if (!this.#running.has(jobId)) this.#running.set(jobId, this.#begin(job));
    }
  }

  async #begin(job: Job): Promise<void> {
    const { jobId } = job;
    try {
      await this.#claimAndWork(job);
    } catch (error) {
      this.#log.error('A job could not be worked and is left for the next scan', { job: jobId, ...cause(error) });
    } finally {
      this.#running.delete(jobId);
      this.#beginWaiting();
    }
  }

  /** A job that this process has in the ledger, but does not work, failed here before and may be claimed again. */
  async #claimAndWork(job: Job): Promise<void> {
    const { jobId } = job;
    const holding = await this.#kind.holding(job);
    if (holding.state === 'held' && !(await this.#leases.mayTakeOver(jobId, holding))) return;
    if (holding.state === 'over') {
      this.#leases.forget(jobId);
      return;
    }
    const correlated = { ...job, correlationId: await this.#kind.correlation(job) };
    const epoch = await this.#kind.claim(correlated, holding);
    if (epoch === null) return;
    this.#leases.forget(jobId);
    await this.#work(correlated, epoch);
  }

  async #work(job: WithCorrelation<Job>, epoch: number): Promise<void> {
    const lease = this.#leases.hold(job.jobId, epoch);
    const signal = AbortSignal.any([lease.lost, this.#stopWork.signal]);
    setMaxListeners(0, signal); // concurrent parts of the work may each listen
    try {
      await this.#kind.work(job, epoch, signal);
    } finally {
      // After a halt another process may take over immediately; after the end no process needs the lease.
      await (this.#stopWork.signal.aborted ? lease.release() : lease.stopRenewing());
    }
  }
}
