import { keptFor } from '../../../flow/sharing/kept-for.js';
import type { JobCounts } from '../../../projections/jobs/jobs-view.js';
import type { Metrics, Reading } from '../../metrics/metrics.js';

/** The jobs of a kind that have not ended, and for how long the oldest of them waits; 0 where none waits. */
export type CountedJobs = Pick<JobCounts, 'kind' | 'waiting' | 'held' | 'running'> & {
  readonly oldestWaitingSeconds: number;
};

/** Shorter than any time between two scrapes; the gauges of one scrape count once. */
const KEPT_MS = 1_000;

const STATES = ['waiting', 'held', 'running'] as const;

/** Counts the jobs of every kind by the view. */
export const countJobs = (
  counts: () => Promise<readonly JobCounts[]>,
  now: () => Date,
): (() => Promise<readonly CountedJobs[]>) => {
  const counted = keptFor(KEPT_MS, counts);
  return async () =>
    (await counted()).map(({ oldestWaiting, ...rest }) => {
      const since = oldestWaiting === null ? now().getTime() : Date.parse(oldestWaiting);
      return { ...rest, oldestWaitingSeconds: Math.max(0, (now().getTime() - since) / 1_000) };
    });
};

/** Publishes the numbers of jobs as metrics. */
export const measureJobs = (metrics: Metrics, jobs: () => Promise<readonly CountedJobs[]>): void => {
  const byKindAndState = async (): Promise<readonly Reading[]> =>
    (await jobs()).flatMap(({ kind, ...counts }) =>
      STATES.map((state) => ({ labels: { kind, state }, value: counts[state] })),
    );
  const oldest = async (): Promise<readonly Reading[]> =>
    (await jobs()).map(({ kind, oldestWaitingSeconds: value }) => ({ labels: { kind }, value }));
  metrics.gauge('muniment_jobs', 'Jobs that have not ended, by kind and state.', ['kind', 'state'], byKindAndState);
  const waits = 'For how long the oldest job of a kind has waited; 0 where none waits.';
  metrics.gauge('muniment_oldest_waiting_job_seconds', waits, ['kind'], oldest);
};
