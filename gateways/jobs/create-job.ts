import { platformJobStream } from '../../commands/platform-job/platform-job-stream.js';
import { requestJob } from '../../commands/processes/jobs/request-job.js';
import { readJobOf } from '../../projections/jobs/read-job.js';
import { badRequest } from '../http/answer/problem.js';
import { json, route, type Route } from '../http/route.js';
import { renderJob } from '../rendering/job.js';
import { intentOf, resultAnswer } from '../service/command-call.js';
import { jobUri } from '../uris/uris.js';
import { noSuchJob } from './get-job.js';
import type { JobDependencies } from './job-dependencies.js';
import { newJob, type JobRequest } from './job-request.js';

/** Requests an audit, an adoption or a rebuild of read models; an addition of ours. It runs after the answer. */
export const createJob = (on: JobDependencies): Route =>
  route<unknown, JobRequest>('createJob', async (call) => {
    const { dependencies, baseUrls, self } = on;
    const wanted = newJob(call.body);
    if (!wanted.ok) return badRequest(wanted.refusal);
    const made = await requestJob(dependencies, intentOf(dependencies, call), wanted.value);
    return resultAnswer(on, made, async ({ jobId }) => {
      const job = await readJobOf(dependencies.events, platformJobStream(jobId), jobId);
      if (job === null) return noSuchJob(jobId);
      return json(201, renderJob(on, job, null), { Location: jobUri(baseUrls[self], jobId) });
    });
  });
