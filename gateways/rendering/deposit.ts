import type { Deposit } from '../../commands/deposit/state.js';
import { moment, momentOrNull } from './moment.js';
import { agentUri, agentUriOrNull, depositUri, resourceUri } from '../uris/uris.js';

/** Values of a deposit that are not in its stream. */
export interface DepositContext {
  readonly archivalGroupExists: boolean;
  /** Quotation marks included; null where there is no METS, or it is not shown. */
  readonly metsETag: string | null;
  /** Why an import would be refused at present. */
  readonly warnings?: readonly string[];
}

/** A deposit (preservation 2.6), in the order of companion 2.7. */
export const renderDeposit = (
  base: string,
  deposit: Deposit,
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
    submissionText: deposit.submissionText,
    archivalGroupName: deposit.archivalGroupName,
    active: deposit.active,
    preserved: momentOrNull(preserved?.at ?? null),
    preservedBy: agentUriOrNull(base, preserved?.by ?? null),
    versionPreserved: preserved?.version ?? null,
    exported: momentOrNull(exported?.at ?? null),
    exportedBy: agentUriOrNull(base, exported?.by ?? null),
    versionExported: exported?.version ?? null,
    template: 'None',
    created: moment(deposit.created),
    createdBy: agentUri(base, deposit.createdBy),
    lastModified: moment(deposit.lastModified),
    lastModifiedBy: agentUri(base, deposit.lastModifiedBy),
    metsETag,
    lockedBy: agentUriOrNull(base, lock?.by ?? null),
    lockDate: momentOrNull(lock?.at ?? null),
    archived: momentOrNull(deposit.archived),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
};
