import { notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Answer, type Route } from '../http/route.js';
import { renderJob } from '../rendering/job.js';
import { earlierJobs, jobsAhead } from './jobs-around.js';
import { placesInLine } from './places-in-line.js';
import { findJob, type JobDependencies } from './job-dependencies.js';

export const noSuchJob = (id: string): Answer => notFound(`There is no job ${id}`);

/** A job as one that is asked for alone is answered. */
type PresentJob = ReturnType<typeof renderJob> & {
  readonly ahead: Awaited<ReturnType<typeof jobsAhead>>;
  readonly earlier: Awaited<ReturnType<typeof earlierJobs>>;
};

/** A job as it is now, with the jobs around it; null where there is none of this id. */
export const presentJob = async (on: JobDependencies, id: string): Promise<PresentJob | null> => {
  const job = await findJob(on, id);
  if (job === null) return null;
  const progress = job.status === 'running' ? (await on.readProgress()).get(job.jobId) : undefined;
  const before = (await placesInLine(on.jobs, [job])).get(job.jobId);
  const [ahead, earlier] = await Promise.all([jobsAhead(on, job), earlierJobs(on, job)]);
  return { ...renderJob(on, job, progress ?? null, before ?? null), ahead, earlier };
};

/** A job of any kind; an addition of ours. */
export const getJob = (on: JobDependencies): Route =>
  route('getJob', async (call) => {
    const id = pathParameter(call, 'jobId');
    const job = await presentJob(on, id);
    return job === null ? noSuchJob(id) : json(200, job);
  });
