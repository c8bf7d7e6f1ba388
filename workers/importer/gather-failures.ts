import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { forEachConcurrently } from '../../flow/concurrently.js';
import { AT_ONCE } from './attempt.js';
import { JobFailure, JobFailures } from './job-failure.js';

/** More would help nobody, and would take time to find. */
const MOST = 50;

/** What is wrong with the files of a job so far. */
export interface Failures {
  /** Whether the job has failed, so that no more bytes need be moved for it. */
  readonly any: boolean;
  /** Does a task for every item, many at once, and keeps the JobFailure of each; any other error ends it. */
  inAll<T>(items: Iterable<T>, task: (item: T) => Promise<void>): Promise<void>;
  /** Throws JobFailures if anything was kept: in the order of the paths, and so many at the most. */
  end(): void;
}

/** Collects failures of files that have nothing to do with one another, so that all can be put right at once. */
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
    inAll: (items, task) =>
      forEachConcurrently(items, { width: AT_ONCE }, async (item) => {
        if (kept.length <= MOST) await task(item).catch(keep);
      }),
    end() {
      if (kept.length === 0) return;
      const told = kept.toSorted((a, b) => compareUtf8(a.path ?? '', b.path ?? '')).slice(0, MOST);
      const more = `More than ${MOST} files are wrong; those that are not named here may be wrong as well.`;
      throw new JobFailures(kept.length > MOST ? [...told, new JobFailure(null, more)] : told);
    },
  };
};
