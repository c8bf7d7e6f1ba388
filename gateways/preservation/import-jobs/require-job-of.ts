import type { Deposit } from '../../../commands/deposit/state.js';
import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { RequestFault } from '../../http/request-fault.js';
import type { ImportJobRequest } from '../../import-jobs/import-job-request.js';
import { namesDeposit, pathOfUri } from '../../uris/uri-references.js';

const wrong = (detail: string): RequestFault => new RequestFault(400, detail);

/**
 * The archival group of a posted job for this deposit (preservation 4.4, in the order of companion 11.1). Throws
 * RequestFault for a job that is for another deposit or group, and PathFault for a group that is not a path.
 */
export const requireJobOf = (job: ImportJobRequest, { depositId, archivalGroup }: Deposit): RepositoryPath => {
  if (job.deposit === undefined) throw wrong('Import job must declare which Deposit it is for.');
  if (!namesDeposit(job.deposit, depositId))
    throw wrong('Import job Deposit does not match the Deposit it was submitted to.');
  if (job.archivalGroup === undefined) throw wrong('Import job must declare which Archival Group it is for.');
  if (archivalGroup !== null && pathOfUri(job.archivalGroup) === archivalGroup) return archivalGroup;
  const own = archivalGroup === null ? 'none' : `/repository/${escapePath(archivalGroup)}`;
  throw wrong(`Import job Archival Group ${job.archivalGroup} does not match the Deposit's Archival Group ${own}`);
};
