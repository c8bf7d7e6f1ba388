import type { SteeringStep } from '../../commands/core/steering.js';
import { steerJob, type SteerableJob } from '../../commands/steering/steer-job.js';
import type { JobDocument } from '../../projections/jobs/job-document.js';
import { json, pathParameter, route, type Call, type Route } from '../http/route.js';
import { intentOf, resultAnswer } from '../service/command-call.js';
import { noSuchJob, presentJob } from './get-job.js';
import { findJob, type JobDependencies } from './job-dependencies.js';

/** The job with what decides on it; null for one of which that is not known. */
const steerable = ({ kind, jobId, archivalGroup, depositId }: JobDocument): SteerableJob | null => {
  switch (kind) {
    case 'import':
    case 'export':
      return archivalGroup === null ? null : { kind, jobId, archivalGroup };
    case 'pipelineRun':
    case 'archiving':
      return depositId === null ? null : { kind, jobId, depositId };
    default:
      return { kind, jobId };
  }
};

/** Steers a job, and answers with the job as it is then. */
const steering = <Body = unknown>(
  operationId: string,
  stepOf: (call: Call<unknown, Body>) => SteeringStep,
): ((on: JobDependencies) => Route) => {
  return (on) =>
    route<unknown, Body>(operationId, async (call) => {
      const id = pathParameter(call, 'jobId');
      const found = await findJob(on, id);
      const job = found === null ? null : steerable(found);
      if (job === null) return noSuchJob(id);
      const steered = await steerJob(on.dependencies, intentOf(on.dependencies, call), job, stepOf(call));
      return resultAnswer(on, steered, async () => json(200, await presentJob(on, id)));
    });
};

/** The operations by which an agent steers a job that has not ended; additions of ours. */
export const cancelJob = steering('cancelJob', () => 'cancel');
export const holdJob = steering('holdJob', () => 'hold');
export const releaseJob = steering('releaseJob', () => 'release');
export const setJobPriority = steering<{ readonly priority: number }>('setJobPriority', ({ body }) => ({
  priority: body.priority,
}));
