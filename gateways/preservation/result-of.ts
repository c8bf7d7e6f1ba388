import { readImportJob } from '../../commands/read-import-job.js';
import { readPlan } from '../../commands/read-plan.js';
import { EventStoreFault } from '../../events/store.js';
import type { DepositServices } from '../deposit-services.js';
import { renderImportResult } from '../rendering/import-result.js';

/** An import job's result under its id. A job that is accepted and not queued yet is there in a moment. */
export const resultOf = async (
  { services, baseUrls }: Pick<DepositServices, 'services' | 'baseUrls'>,
  id: string,
  jobId: string,
): Promise<object> => {
  const job = await readImportJob(services.events, jobId);
  if (job === null) throw new EventStoreFault('store-unavailable', `import job ${jobId} is not queued yet`);
  return renderImportResult(baseUrls.preservation, id, job, readPlan(services.events, jobId));
};
