import { refused, success, type Result } from '../../flow/result.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { refuse, type Refusal } from '../core/decider.js';
import { isArchiving } from './archive-job.js';
import type { Deposit, DepositJob } from './state.js';

export const depositNotFound = (depositId: string): Refusal =>
  refuse('deposit-not-found', `Deposit ${depositId} not found`);

/** Another request changed the deposit since it was read. */
export const changedMeanwhile = (depositId: string): Refusal =>
  refuse('deposit-changed', `Deposit ${depositId} was changed by another request in the meantime; please try again.`);

/**
 * Refuses every agent but the holder of the lock (preservation 4.2). Clients compare the sentence; imports use another
 * one (companion 11.1).
 */
export const lockedByOther = ({ lock }: Deposit, by: string, sentence = 'Deposit is locked by'): Refusal | null =>
  lock === null || lock.by === by
    ? null
    : refuse('deposit-locked', `${sentence} ${lock.by}`, { what: 'lock', by: lock.by, since: lock.at });

const holderOf = ({ jobId, acceptedBy, acceptedAt }: DepositJob) => ({
  what: `import job ${jobId}`,
  by: acceptedBy,
  since: acceptedAt,
});

/**
 * Refuses changes while the files of the deposit are being exported (preservation 4.2, companion 13.6); a job made from
 * half of them has a code of its own (preservation 4.4).
 */
export const exportingRefusal = (
  { status, exported }: Deposit,
  code: 'deposit-exporting' | 'import-while-exporting' = 'deposit-exporting',
): Refusal | null =>
  status === 'exporting' && exported !== null
    ? refuse(code, 'Deposit is being exported', {
        what: `export ${exported.exportId}`,
        by: exported.by,
        since: exported.at,
      })
    : null;

/** Refuses changes while files of the deposit are removed, since they were verified as they are (companion 13.9). */
export const archivingRefusal = ({ archiveJob }: Deposit): Refusal | null =>
  isArchiving(archiveJob)
    ? refuse('deposit-archiving', 'Deposit is being archived', {
        what: `archive job ${archiveJob.jobId}`,
        by: archiveJob.by,
        since: archiveJob.created,
      })
    : null;

/** Refuses changes by this caller while the deposit is exported, archived, or locked by another one. */
export const changeRefusal = (deposit: Deposit, by: string): Refusal | null =>
  exportingRefusal(deposit) ?? archivingRefusal(deposit) ?? lockedByOther(deposit, by);

export const liveJobRefusal = ({ depositId, jobs }: Deposit): Refusal | null => {
  const [live] = jobs.live;
  if (live === undefined) return null;
  return refuse(
    'deposit-has-live-job',
    `Import job ${live.jobId} of deposit ${depositId} is not finished.`,
    holderOf(live),
  );
};

/** Refuses a second pipeline run, and the archiving of files that a run may be reading (companion 12.1). */
export const pipelineRunRefusal = ({ depositId, pipeline: { live } }: Deposit): Refusal | null =>
  live === null
    ? null
    : refuse('deposit-has-pipeline-run', `Pipeline run ${live.runId} of deposit ${depositId} is not finished.`, {
        what: `pipeline run ${live.runId}`,
        by: live.by,
        since: live.submitted,
      });

/** A deposit of an archival group. */
export type DepositOfGroup = Deposit & { readonly archivalGroup: RepositoryPath };

/** A deposit that a caller may import; a diff asks this too (companion 11.1). */
export const importable = (deposit: Deposit): Result<DepositOfGroup, Refusal> => {
  const { archivalGroup, jobs } = deposit;
  if (archivalGroup === null) return refused(refuse('deposit-without-group', 'Deposit requires Archival Group'));
  const refusal = exportingRefusal(deposit, 'import-while-exporting') ?? archivingRefusal(deposit);
  if (refusal !== null) return refused(refusal);
  const job = jobs.ended.findLast(({ outcome }) => outcome === 'completed') ?? jobs.live[0];
  if (job === undefined) return success({ ...deposit, archivalGroup });
  return refused(refuse('deposit-has-import-job', 'There are existing import jobs for this deposit', holderOf(job)));
};

/** Refuses a deposit in which the last pipeline run that counted any files found a virus. */
export const infectedRefusal = ({ depositId, pipeline: { infected } }: Deposit): Refusal | null => {
  if (infected === null || infected === 0) return null;
  const files = infected === 1 ? '1 file' : `${infected} files`;
  return refuse(
    'deposit-infected',
    `The last pipeline run of deposit ${depositId} found a virus in ${files}; such a deposit is not imported here. Remove what is infected and run the pipeline again.`,
  );
};

/** Why this caller cannot run a job for this group from a deposit that is `importable`. */
export const callerRefusal = (deposit: Deposit, group: RepositoryPath, by: string): Refusal | null =>
  (deposit.archivalGroup === group ? null : mismatch(deposit, group)) ??
  lockedByOther(deposit, by, 'Deposit is locked by another user:');

const mismatch = ({ archivalGroup }: Deposit, group: RepositoryPath): Refusal =>
  refuse(
    'archival-group-mismatch',
    `Import job Archival Group '${group}' does not match the Deposit's Archival Group '${archivalGroup ?? ''}'.`,
  );

/** A deposit is deactivated by its import; on request only after a failed one (preservation 3.1). */
export const deactivationRefusal = ({ depositId, status }: Deposit): Refusal | null =>
  status === 'error'
    ? null
    : refuse(
        'deposit-not-in-error',
        `deposit.active = false not allowed when deposit.status != error (id: ${depositId})`,
      );
