import type { ImportJob } from '../../commands/import-job/state.js';
import { readImportJob, readQueuedJob } from '../../commands/reads/read-import-job.js';
import { readPlan } from '../../commands/import-plan/read-plan.js';
import { EventStoreFault } from '../../events/store.js';
import type { BinaryRecord } from '../../formats/group-state/group-state.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { renderImportResult } from '../rendering/import-result.js';
import type { RepositoryServices } from '../service/repository-services.js';

type Reading = Pick<RepositoryServices, 'services' | 'baseUrls' | 'self' | 'groups'>;

/** One that is not queued yet is there in a moment. */
const surely = (job: ImportJob | null, jobId: string): ImportJob => {
  if (job === null) throw new EventStoreFault('store-unavailable', `import job ${jobId} is not queued yet`);
  return job;
};

/** An accepted import job as it stands. */
export const acceptedJob = async ({ services }: Reading, jobId: string): Promise<ImportJob> =>
  surely(await readImportJob(services.events, jobId), jobId);

/** An accepted import job as it was before it ran: what its POST answers, also to a repeat, however fast it is. */
export const waitingJob = async ({ services }: Reading, jobId: string): Promise<ImportJob> =>
  surely(await readQueuedJob(services.events, jobId), jobId);

/** Whether nothing more will happen to a job. */
export const isOver = ({ status }: ImportJob): boolean => status === 'completed' || status === 'completedWithErrors';

/**
 * An import job's result under its id, as the answering service shows it. What its plan left open is read from the
 * version that it made.
 */
export const resultOf = (on: Reading, id: string, job: ImportJob): Promise<object> => {
  const { services, baseUrls, self, groups } = on;
  const recorded = async (): Promise<ReadonlyMap<string, BinaryRecord>> => {
    if (job.status !== 'completed') return new Map();
    const { archivalGroup, newVersion } = job;
    return (await groups.content(archivalGroup, newVersion, versionName(newVersion))).state.binaries;
  };
  return renderImportResult({ id, self, baseUrls }, job, { plan: readPlan(services.events, job.jobId), recorded });
};
