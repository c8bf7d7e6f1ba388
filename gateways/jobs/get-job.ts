import { notFound } from '../http/answer/problem.js';
import { json, pathParameter, route, type Answer, type Route } from '../http/route.js';
import { renderJob } from '../rendering/job.js';
import { placesInLine } from './places-in-line.js';
import { findJob, type JobDependencies } from './job-dependencies.js';

export const noSuchJob = (id: string): Answer => notFound(`There is no job ${id}`);

/** A job as it is now; null where there is none of this id. */
export const presentJob = async (on: JobDependencies, id: string): Promise<ReturnType<typeof renderJob> | null> => {
  const job = await findJob(on, id);
  if (job === null) return null;
  const progress = job.status === 'running' ? (await on.readProgress()).get(job.jobId) : undefined;
  const before = (await placesInLine(on.jobs, [job])).get(job.jobId);
  return renderJob(on, job, progress ?? null, before ?? null);
};

/** A job of any kind; an addition of ours. */
export const getJob = (on: JobDependencies): Route =>
  route('getJob', async (call) => {
    const id = pathParameter(call, 'jobId');
    const job = await presentJob(on, id);
    return job === null ? noSuchJob(id) : json(200, job);
  });
