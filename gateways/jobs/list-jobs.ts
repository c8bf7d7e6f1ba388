import { csvAnswer, VARIES, wantsCsv } from '../service/csv-answer.js';
import { badRequest } from '../http/answer/problem.js';
import { TimeFault } from '../http/request/utc-time.js';
import { json, route, type Route } from '../http/route.js';
import { renderJob } from '../rendering/job.js';
import { csvOfJobs } from './csv-of-jobs.js';
import type { JobDependencies } from './job-dependencies.js';
import { placesInLine } from './places-in-line.js';
import { jobFilter, type JobFilterParameters } from './job-filter.js';

interface ListParameters extends JobFilterParameters {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of the jobs that satisfy every filter; as a table all of them. An addition of ours. */
export const listJobs = (on: JobDependencies): Route =>
  route<ListParameters>('listJobs', async (call) => {
    const { page, pageSize } = call.query;
    try {
      const filter = jobFilter(on.self, call.query);
      if (!filter.ok) return badRequest(filter.refusal);
      if (wantsCsv(call)) return await csvAnswer(csvOfJobs(on, filter.value));
      const listed = await on.jobs.page({ filter: filter.value, skip: (page - 1) * pageSize, limit: pageSize });
      const isAnyRunning = listed.jobs.some(({ status }) => status === 'running');
      const told = isAnyRunning ? await on.readProgress() : null;
      const before = await placesInLine(on.jobs, listed.jobs);
      const jobs = listed.jobs.map((job) =>
        renderJob(on, job, told?.get(job.jobId) ?? null, before.get(job.jobId) ?? null),
      );
      return json(200, { jobs, page, pageSize, total: listed.total }, VARIES);
    } catch (error) {
      if (error instanceof TimeFault) return badRequest(error.message);
      throw error;
    }
  });
