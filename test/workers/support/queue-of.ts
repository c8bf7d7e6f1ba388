import { asked } from '../../../projections/jobs/job-changes.js';
import type { JobDocument, JobKindName, JobStatus } from '../../../projections/jobs/job-document.js';
import type { JobQueue } from '../../../workers/queue/job-queue.js';

/** A job that waits, as the view of jobs shows it. */
export const waitingJob = (jobId: string, more: Partial<JobDocument> = {}): JobDocument => {
  const submitted = '2026-05-04T12:00:00.0000000Z';
  const [first] = asked({ jobId, kind: 'import', agent: 'ann', submitted, ...more });
  return first!.apply(null)!;
};

type Field = 'agent' | 'rank' | 'jobId';

const by =
  (...fields: readonly Field[]) =>
  (one: JobDocument, other: JobDocument): number => {
    const field = fields.find((each) => one[each] !== other[each]);
    return field === undefined ? 0 : (one[field] ?? '') < (other[field] ?? '') ? -1 : 1;
  };

/** The queries of a queue, over jobs that a spec lists. */
export const queueOf = (jobs: () => readonly JobDocument[]): JobQueue => {
  const those = (status: JobStatus, kinds: readonly JobKindName[]): readonly JobDocument[] =>
    jobs().filter((job) => job.status === status && kinds.includes(job.kind));
  return {
    nextOfAgent: ({ kinds, after }) =>
      Promise.resolve(
        those('waiting', kinds)
          .filter(({ agent }) => agent > (after ?? ''))
          .toSorted(by('agent', 'rank'))[0] ?? null,
      ),
    waitingOf: ({ kinds, agent, limit }) =>
      Promise.resolve(
        those('waiting', kinds)
          .filter((job) => job.agent === agent)
          .toSorted(by('rank', 'jobId'))
          .slice(0, limit),
      ),
    runningOf: (agent) =>
      Promise.resolve(jobs().filter((job) => job.status === 'running' && job.agent === agent).length),
    running: ({ kinds, limit, afterJobId }) =>
      Promise.resolve(
        those('running', kinds)
          .filter(({ jobId }) => jobId > (afterJobId ?? ''))
          .toSorted(by('jobId'))
          .slice(0, limit),
      ),
    state: () => Promise.resolve(JSON.stringify(jobs())),
    reached: () => Promise.resolve(true),
  };
};
