import { depositStream } from '../../commands/deposit/deposit-stream.js';
import { exportStream } from '../../commands/export/export-stream.js';
import { importJobStream } from '../../commands/import-job/import-job-stream.js';
import { platformJobStream } from '../../commands/platform-job/platform-job-stream.js';
import { retryJob as retry, type RepeatableJob } from '../../commands/steering/retry-job.js';
import type { JobDocument } from '../../projections/jobs/job-document.js';
import { readJobOf } from '../../projections/jobs/read-job.js';
import { json, pathParameter, route, type Route } from '../http/route.js';
import { renderJob } from '../rendering/job.js';
import { intentOf, resultAnswer } from '../service/command-call.js';
import { jobUri } from '../uris/uris.js';
import { noSuchJob } from './get-job.js';
import { findJob, type JobDependencies } from './job-dependencies.js';

const repeatable = ({ kind, jobId, depositId, submitted }: JobDocument): RepeatableJob | null => {
  if (kind !== 'pipelineRun' && kind !== 'archiving') return { kind, jobId };
  return depositId === null ? null : { kind, jobId, depositId, submitted: new Date(submitted) };
};

/** The stream whose facts tell of a job of this kind. */
const streamOf = (job: RepeatableJob, jobId: string): string => {
  switch (job.kind) {
    case 'import':
      return importJobStream(jobId);
    case 'export':
      return exportStream(jobId);
    case 'pipelineRun':
    case 'archiving':
      return depositStream(job.depositId);
    default:
      return platformJobStream(jobId);
  }
};

/** Submits the request of a job that has ended anew, and answers with the new job; an addition of ours. */
export const retryJob = (on: JobDependencies): Route =>
  route('retryJob', async (call) => {
    const { baseUrls, self, normalisesMets: allowsSuppression, refusesInfected } = on;
    const dependencies = { ...on.dependencies, holder: call.holder };
    const id = pathParameter(call, 'jobId');
    const found = await findJob(on, id);
    const job = found === null ? null : repeatable(found);
    if (job === null) return noSuchJob(id);
    const made = await retry(dependencies, intentOf(dependencies, call), job, { allowsSuppression, refusesInfected });
    return resultAnswer(on, made, async ({ jobId }) => {
      const again = await readJobOf(dependencies.events, streamOf(job, jobId), jobId);
      if (again === null) return noSuchJob(jobId);
      return json(201, renderJob(on, again, null), { Location: jobUri(baseUrls[self], jobId) });
    });
  });
