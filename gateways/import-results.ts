import type { ImportJob } from '../commands/import-job/state.js';
import { readImportJob } from '../commands/read-import-job.js';
import { readPlan } from '../commands/read-plan.js';
import { EventStoreFault } from '../events/store.js';
import { renderImportResult } from './rendering/import-result.js';
import type { RepositoryServices } from './repository-services.js';

type Reading = Pick<RepositoryServices, 'services' | 'baseUrls' | 'self'>;

/** An accepted import job as it stands. One that is not queued yet is there in a moment. */
export const acceptedJob = async ({ services }: Reading, jobId: string): Promise<ImportJob> => {
  const job = await readImportJob(services.events, jobId);
  if (job === null) throw new EventStoreFault('store-unavailable', `import job ${jobId} is not queued yet`);
  return job;
};

/** Whether nothing more will happen to a job. */
export const isOver = ({ status }: ImportJob): boolean => status === 'completed' || status === 'completedWithErrors';

/** An import job's result under its id, as the answering service shows it. */
export const resultOf = ({ services, baseUrls, self }: Reading, id: string, job: ImportJob): Promise<object> =>
  renderImportResult({ id, self, baseUrls }, job, readPlan(services.events, job.jobId));
