import type { Deposit } from '../../../commands/deposit/state.js';
import { escapePath } from '../../../formats/paths/repository-path.js';
import { badRequest } from '../../http/answer/problem.js';
import type { Answer } from '../../http/route.js';
import { namesDeposit, pathOfUri } from '../../uris/uri-references.js';
import type { ImportJobRequest } from '../../import-jobs/import-job-request.js';

/** What is wrong with a posted job as a whole (preservation 4.4), in the order of companion 11.1; else null. */
export const postedJobFault = (job: ImportJobRequest, { depositId, archivalGroup }: Deposit): Answer | null => {
  if (job.deposit === undefined) return badRequest('Import job must declare which Deposit it is for.');
  if (!namesDeposit(job.deposit, depositId)) {
    return badRequest('Import job Deposit does not match the Deposit it was submitted to.');
  }
  if (job.archivalGroup === undefined) return badRequest('Import job must declare which Archival Group it is for.');
  if (pathOfUri(job.archivalGroup) !== archivalGroup) {
    const own = archivalGroup === null ? 'none' : `/repository/${escapePath(archivalGroup)}`;
    return badRequest(
      `Import job Archival Group ${job.archivalGroup} does not match the Deposit's Archival Group ${own}`,
    );
  }
  return null;
};
