import type { ImportJob } from '../../commands/import-job/state.js';
import { readImportJob, readQueuedJob } from '../../commands/import-job/import-job-stream.js';
import { readPlan } from '../../commands/import-plan/plan-stream.js';
import { EventStoreFault } from '../../events/store.js';
import type { BinaryRecord } from '../../formats/group-state/group-state.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { renderImportResult } from '../rendering/import-result.js';
import type { RepositoryDependencies } from '../service/repository-dependencies.js';

type Reading = Pick<RepositoryDependencies, 'dependencies' | 'baseUrls' | 'self' | 'groups'>;

/** Throws a transient EventStoreFault for an accepted job that is not queued yet. */
const requireQueued = (job: ImportJob | null, jobId: string): ImportJob => {
  if (job === null) throw new EventStoreFault('store-unavailable', `import job ${jobId} is not queued yet`);
  return job;
};

/** An accepted import job in its present state. */
export const acceptedJob = async ({ dependencies }: Reading, jobId: string): Promise<ImportJob> =>
  requireQueued(await readImportJob(dependencies.events, jobId), jobId);

/** An accepted import job as it was queued, which its POST answers, also for a repeat. */
export const waitingJob = async ({ dependencies }: Reading, jobId: string): Promise<ImportJob> =>
  requireQueued(await readQueuedJob(dependencies.events, jobId), jobId);

/** Whether a job has ended. */
export const isOver = ({ status }: ImportJob): boolean => status === 'completed' || status === 'completedWithErrors';

/**
 * The result of an import job, with its URI as `id`. Values that its plan lacks are read from the version that it made.
 */
export const resultOf = (on: Reading, id: string, job: ImportJob): Promise<object> => {
  const { dependencies, baseUrls, self, groups } = on;
  const recorded = async (): Promise<ReadonlyMap<string, BinaryRecord>> => {
    if (job.status !== 'completed') return new Map();
    const { archivalGroup, newVersion } = job;
    return (await groups.content(archivalGroup, newVersion, versionName(newVersion))).state.binaries;
  };
  return renderImportResult({ id, self, baseUrls }, job, { plan: readPlan(dependencies.events, job.jobId), recorded });
};
