import { descriptionOf } from '../../events/deposit-description.js';
import type { ListedDeposit } from '../../projections/deposits/deposit-document.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { DepositWork, LastRun } from '../../events/deposit-work.js';
import { moment, momentOrNull } from './moment.js';
import { agentUri, agentUriOrNull, depositUri, jobUri, pipelineRunUri, resourceUri } from '../uris/uris.js';

/** Values of a deposit that are not in its stream. */
export interface DepositContext {
  readonly archivalGroupExists: boolean;
  /** Quotation marks included; null where there is no METS, or it is not shown. */
  readonly metsETag: string | null;
  /** Why an import would be refused at present. */
  readonly warnings?: readonly string[];
}

interface Attribution {
  readonly at: string;
  /** Agent name. */
  readonly by: string;
}

const momentOf = (done: Attribution | null): string | null => momentOrNull(done?.at ?? null);

const agentOf = (base: string, done: Attribution | null): string | null => agentUriOrNull(base, done?.by ?? null);

/** In listings neither is looked up for each deposit (companion 2.7). */
export const LISTED: DepositContext = { archivalGroupExists: false, metsETag: null };

/** A deposit from its stream or from a listing (preservation 2.6), in the order of companion 2.7. */
export const renderDeposit = (
  base: string,
  deposit: ListedDeposit,
  { archivalGroupExists, metsETag, warnings = [] }: DepositContext,
) => {
  const { archivalGroup, files, lock, preserved, exported } = deposit;
  return {
    id: depositUri(base, deposit.depositId),
    type: 'Deposit',
    archivalGroup: archivalGroup === null ? null : resourceUri(base, archivalGroup),
    archivalGroupExists,
    files: `s3://${files.bucket}/${files.prefix}`,
    status: deposit.status,
    ...descriptionOf(deposit),
    active: deposit.active,
    preserved: momentOf(preserved),
    preservedBy: agentOf(base, preserved),
    versionPreserved: preserved?.version ?? null,
    exported: momentOf(exported),
    exportedBy: agentOf(base, exported),
    versionExported: exported?.version ?? null,
    template: 'None',
    created: moment(deposit.created),
    createdBy: agentUri(base, deposit.createdBy),
    lastModified: moment(deposit.lastModified),
    lastModifiedBy: agentUri(base, deposit.lastModifiedBy),
    metsETag,
    lockedBy: agentOf(base, lock),
    lockDate: momentOf(lock),
    archived: momentOrNull(deposit.archived),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
};

/**
 * What is done with a deposit, and what was found in it: additions of ours. `nextVersion` is the number of the version that
 * an import would make.
 */
export const renderWork = (
  base: string,
  { depositId, jobs, lastRun, layout }: DepositWork & Pick<ListedDeposit, 'depositId'>,
  nextVersion: number | null,
) => {
  const job = jobs.at(-1);
  return {
    job: job === undefined ? null : { id: jobUri(base, job.jobId), ...job, since: moment(job.since) },
    nextVersion: nextVersion === null ? null : versionName(nextVersion),
    lastRun: lastRun === null ? null : renderLastRun(base, depositId, lastRun),
    layout,
  };
};

const renderLastRun = (base: string, depositId: string, { runId, finished, ...found }: LastRun) => ({
  id: pipelineRunUri(base, depositId, runId),
  finished: moment(finished),
  ...found,
});
