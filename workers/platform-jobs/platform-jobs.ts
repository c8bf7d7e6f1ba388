import { platformJobIntent } from '../../commands/core/intent.js';
import { onPlatformJob, platformJobStream, readPlatformJob } from '../../commands/platform-job/platform-job-stream.js';
import { readCorrelation } from '../../commands/reads/read-correlation.js';
import type { JobHold, JobKind, JobKindOptions } from '../job-kind.js';
import { logWith } from '../log.js';
import { workPlatformJob, type CarryOut, type PlatformJobTask } from './work-platform-job.js';

export interface PlatformJobOptions extends JobKindOptions {
  readonly carryOut: CarryOut;
}

/** Audits, adoptions and rebuilds as a job kind: the stream of a job records which process has it. */
export const platformJobs = (options: PlatformJobOptions): JobKind<PlatformJobTask> => {
  const { dependencies, identity, log, carryOut } = options;
  return {
    names: ['audit', 'adoption', 'rebuild'],
    role: 'steward',
    askedBy: { group: 'platform-jobs', topics: ['job'], types: ['JobRequested'] },
    taskOf: ({ jobId }) => ({ jobId }),
    async holding({ jobId }): Promise<JobHold> {
      const job = await readPlatformJob(dependencies.events, jobId);
      if (job?.status !== 'live') return { state: 'over' };
      const { worker: holder, epoch } = job;
      return holder === null ? { state: 'free' } : { state: 'held', holder, epoch };
    },
    correlation: async ({ jobId }) => (await readCorrelation(dependencies.events, platformJobStream(jobId))) ?? jobId,
    async claim(task, from) {
      const { jobId } = task;
      const { holder: worker } = identity;
      const epoch = from.state === 'held' ? from.epoch : 0;
      const intent = platformJobIntent(dependencies, task, `claim from epoch ${epoch} for ${worker}`, 'platform');
      const result = await onPlatformJob(dependencies, intent, { type: 'ClaimJob', jobId, epoch, worker });
      if (!result.ok) return null;
      const [fact] = result.value;
      return fact?.type === 'JobClaimed' ? fact.data.epoch : null;
    },
    work: (task, epoch, signal, report) => {
      const speaking = logWith(log, { correlationId: task.correlationId });
      return workPlatformJob({ dependencies, carryOut, log: speaking, task, epoch, signal, report });
    },
  };
};
