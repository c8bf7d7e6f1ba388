import { backOffMs } from '../../flow/back-off.js';

const BACK_OFF = { firstMs: 1_000, capMs: 30_000 };
/** More jobs do not fail in one process at once; the oldest would only be tried sooner. */
const MOST = 1_000;

/** Jobs that failed in this process, which it does not try again at once. */
export class PutOff {
  readonly #jobs = new Map<string, { readonly failures: number; readonly untilMs: number }>();

  has(jobId: string): boolean {
    return (this.#jobs.get(jobId)?.untilMs ?? 0) > performance.now();
  }

  failed(jobId: string): void {
    const failures = this.#jobs.get(jobId)?.failures ?? 0;
    const untilMs = performance.now() + backOffMs(failures, BACK_OFF);
    this.#jobs.delete(jobId);
    this.#jobs.set(jobId, { failures: failures + 1, untilMs });
    const [oldest] = this.#jobs.keys();
    if (this.#jobs.size > MOST && oldest !== undefined) this.#jobs.delete(oldest);
  }

  forget(jobId: string): void {
    this.#jobs.delete(jobId);
  }
}
