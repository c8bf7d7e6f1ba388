import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Ledger } from './state.js';

/** Refuses a deposit while another one is active for the group; that one is named as the holder (companion 13.2). */
export const admissionRefusal = (
  { admitted }: Ledger,
  path: RepositoryPath,
  depositId: string | null,
): Refusal | null => {
  if (admitted === null || admitted.depositId === depositId) return null;
  const { by, since } = admitted;
  return refuse('deposit-active-elsewhere', `An Active Deposit already exists for this archivalGroup (${path})`, {
    what: `deposit ${admitted.depositId}`,
    by,
    since,
  });
};

/** Refuses an export while another one of the group has not ended (storage service 4, companion 17.5). */
export const exportAdmissionRefusal = (
  { export: live }: Ledger,
  path: RepositoryPath,
  exportId: string,
): Refusal | null =>
  live === null || live.exportId === exportId
    ? null
    : refuse('export-active', `There is an unfinished export (${live.exportId}) for Archival Group ${path}`, {
        what: `export ${live.exportId}`,
        by: live.by,
        since: live.since,
      });

/** Refuses an import job while another one of the group has not ended (companion 11.1). */
export const importAdmissionRefusal = ({ job }: Ledger, path: RepositoryPath): Refusal | null =>
  job === null
    ? null
    : {
        code: 'import-active',
        detail: `There is already an active import job (${job.jobId}) for Archival Group`,
        archivalGroup: path,
        holder: { what: `import job ${job.jobId}`, by: job.by, since: job.since },
      };
