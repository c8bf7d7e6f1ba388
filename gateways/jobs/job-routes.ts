import type { Route } from '../http/route.js';
import { createJob } from './create-job.js';
import { getJobReport } from './get-job-report.js';
import { getJobEvents } from './get-job-events.js';
import { getJob } from './get-job.js';
import type { JobDependencies } from './job-dependencies.js';
import { listJobs } from './list-jobs.js';
import { retryJob } from './retry-job.js';
import { cancelJob, holdJob, releaseJob, setJobPriority } from './steer-job.js';

/** The operations on jobs, which both services have. */
export const jobRoutes = (on: JobDependencies): Route[] => [
  listJobs(on),
  createJob(on),
  getJob(on),
  getJobEvents(on),
  getJobReport(on),
  cancelJob(on),
  holdJob(on),
  releaseJob(on),
  setJobPriority(on),
  retryJob(on),
];
