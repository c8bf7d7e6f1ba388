import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { Ledger } from './state.js';
import { xmlTextViolation } from '../../formats/xml/characters.js';
import type { ImportRequest } from '../../events/archival-group.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { findMets } from '../../formats/mets/find-mets.js';

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

/** Refuses a name that cannot be written to METS, which is XML; null for a usable name. */
export const groupNameRefusal = (name: string | null | undefined): Refusal | null => {
  const violation = xmlTextViolation(name ?? '');
  return violation === null
    ? null
    : refuse('name-unwritable', `archivalGroupName cannot be written to METS: ${violation}.`);
};

/** The name; null where it is missing or blank. */
export const givenName = (name: string | null): string | null => (name === null || name.trim() === '' ? null : name);

/**
 * Why a job's version may not be kept out of the activity stream (preservation 4.5); null when it may, or when the
 * request does not ask for it. `isEnabled` is the feature flag EnableMetsIdNormalisation.
 */
export const suppressionRefusal = (
  { suppressActivityStreamEvent }: Pick<ImportRequest, 'suppressActivityStreamEvent'>,
  isEnabled: boolean,
  operations: readonly PlannedOperation[],
): Refusal | null => {
  if (!suppressActivityStreamEvent) return null;
  if (!isEnabled)
    return refuse(
      'suppression-not-allowed',
      'suppressActivityStreamEvent needs the feature flag EnableMetsIdNormalisation, which is off.',
    );
  if (isPatchOfMets(operations)) return null;
  return refuse(
    'suppression-not-allowed',
    'suppressActivityStreamEvent is only for a job that patches a METS file and does nothing else.',
  );
};

const isPatchOfMets = ([first, ...others]: readonly PlannedOperation[]): boolean =>
  first?.op === 'patch-binary' && others.length === 0 && findMets([first.path]) === first.path;
