import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { CONCURRENCY } from './attempt.js';
import { JobFailure, JobFailures } from './job-failure.js';

/** How many failures are reported. */
const MAX_REPORTED = 50;

/** Collects the failures of a job's files. */
export interface Failures {
  /** Whether the job has failed, so that no more bytes need to be copied. */
  readonly any: boolean;
  /** Runs a task for every item, many concurrently, and keeps each JobFailure; rejects with any other error. */
  runAll<T>(items: Iterable<T>, task: (item: T) => Promise<void>): Promise<void>;
  /** Throws JobFailures, sorted by path and limited in number, if there are any. */
  end(): void;
}

/** Collects independent failures, so that all can be corrected together. */
export const gatherFailures = (): Failures => {
  const kept: JobFailure[] = [];
  const keep = (error: unknown): void => {
    if (!(error instanceof JobFailure)) throw error;
    kept.push(error);
  };
  return {
    get any() {
      return kept.length > 0;
    },
    runAll: (items, task) =>
      forEachConcurrently(items, { width: CONCURRENCY }, async (item) => {
        if (kept.length <= MAX_REPORTED) await task(item).catch(keep);
      }),
    end() {
      if (kept.length === 0) return;
      const reported = kept.toSorted((a, b) => compareUtf8(a.path ?? '', b.path ?? '')).slice(0, MAX_REPORTED);
      const more = `More than ${MAX_REPORTED} files are wrong; those that are not named here may be wrong as well.`;
      throw new JobFailures(kept.length > MAX_REPORTED ? [...reported, new JobFailure(null, more)] : reported);
    },
  };
};
