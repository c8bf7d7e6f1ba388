import type { ImportJob } from '../../commands/import-job/state.js';
import { readImportJob } from '../../commands/read-import-job.js';
import { readPlan } from '../../commands/read-plan.js';
import { EventStoreFault } from '../../events/store.js';
import type { DepositServices } from '../deposit-services.js';
import { renderImportResult } from '../rendering/import-result.js';

type Reading = Pick<DepositServices, 'services' | 'baseUrls'>;

/** An accepted import job as it stands. One that is not queued yet is there in a moment. */
export const acceptedJob = async ({ services }: Reading, jobId: string): Promise<ImportJob> => {
  const job = await readImportJob(services.events, jobId);
  if (job === null) throw new EventStoreFault('store-unavailable', `import job ${jobId} is not queued yet`);
  return job;
};

/** Whether nothing more will happen to a job. */
export const isOver = ({ status }: ImportJob): boolean => status === 'completed' || status === 'completedWithErrors';

/** An import job's result under its id. */
export const resultOf = ({ services, baseUrls }: Reading, id: string, job: ImportJob): Promise<object> =>
  renderImportResult(baseUrls.preservation, id, job, readPlan(services.events, job.jobId));
