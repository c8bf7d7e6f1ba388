import type { JobDocument } from '../../projections/jobs/job-document.js';
import { renderJob, type JobProgress } from '../rendering/job.js';
import { FARTHEST } from './places-in-line.js';
import type { JobDependencies } from './job-dependencies.js';

/** How many jobs are told of, each that run and that wait before. */
const MOST_AHEAD = 10;
/** How many jobs are told of that a job repeats. */
const MOST_EARLIER = 10;

type Told = ReadonlyMap<string, JobProgress>;

const around = (on: JobDependencies, job: JobDocument, told: Told) => {
  const shown = renderJob(on, job, told.get(job.jobId) ?? null);
  const { id, jobId, kind, state, agent, deposit, archivalGroup, archivalGroupName, submitted, begun } = shown;
  const remainingSeconds = shown.progress?.remainingSeconds ?? null;
  return {
    id,
    jobId,
    kind,
    state,
    agent,
    deposit,
    archivalGroup,
    archivalGroupName,
    submitted,
    begun,
    remainingSeconds,
  };
};

/** The jobs that stand before one that waits: those of its kind that run, and those of its agent and kind before it. */
export const jobsAhead = async (
  on: JobDependencies,
  job: JobDocument,
): Promise<readonly ReturnType<typeof around>[]> => {
  if (job.status !== 'waiting') return [];
  const { kind, agent, jobId } = job;
  const kinds = [kind];
  const [running, line] = await Promise.all([
    on.jobs.running({ kinds, limit: MOST_AHEAD, afterJobId: null }),
    on.jobs.waitingOf({ kinds, agent, limit: FARTHEST }),
  ]);
  const place = line.findIndex((each) => each.jobId === jobId);
  const before = line.slice(0, place === -1 ? line.length : place).slice(0, MOST_AHEAD);
  const told: Told = running.length === 0 ? new Map() : await on.readProgress();
  return [...running, ...before].map((each) => around(on, each, told));
};

const earlier = (on: JobDependencies, job: JobDocument) => {
  const { id, jobId, state, agent, submitted, finished, errors } = renderJob(on, job, null);
  return { id, jobId, state, agent, submitted, finished, errors };
};

/** The jobs that one repeats, the last one first. */
export const earlierJobs = async (
  on: JobDependencies,
  job: JobDocument,
): Promise<readonly ReturnType<typeof earlier>[]> => {
  const found: ReturnType<typeof earlier>[] = [];
  let { retryOf } = job;
  while (retryOf !== null && found.length < MOST_EARLIER) {
    const before = await on.jobs.job(retryOf);
    if (before === null) break;
    found.push(earlier(on, before));
    ({ retryOf } = before);
  }
  return found;
};
