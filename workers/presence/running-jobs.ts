import type { RunningJob } from './process-record.js';

/** What may be told of a running job. */
export type JobProgress = Partial<Pick<RunningJob, 'step' | 'files' | 'bytes' | 'ofFiles' | 'ofBytes'>>;

/** A job that is listed in the record of its process. */
export interface ListedJob {
  /** Changes what the next heartbeat tells of it; no I/O. */
  report(progress: JobProgress): void;
  end(): void;
}

const NOTHING_DONE = { step: null, files: 0, bytes: 0, ofFiles: null, ofBytes: null };

/** The jobs that one process works now. `now` answers UTC with seven fractional digits. */
export class RunningJobs {
  readonly #jobs = new Map<string, RunningJob>();
  readonly #now: () => string;

  constructor(now: () => string) {
    this.#now = now;
  }

  all(): readonly RunningJob[] {
    return [...this.#jobs.values()];
  }

  begin(jobId: string, epoch: number): ListedJob {
    const since = this.#now();
    let job: RunningJob = { jobId, epoch, since, ...NOTHING_DONE, changedAt: since };
    this.#jobs.set(jobId, job);
    const isListed = (): boolean => this.#jobs.get(jobId) === job;
    return {
      report: (progress) => {
        const told = Object.entries(progress) as [keyof JobProgress, unknown][];
        if (!isListed() || told.every(([name, value]) => job[name] === value)) return;
        job = { ...job, ...progress, changedAt: this.#now() };
        this.#jobs.set(jobId, job);
      },
      end: () => {
        if (isListed()) this.#jobs.delete(jobId);
      },
    };
  }
}
