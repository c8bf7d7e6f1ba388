import { refuse, type Refusal } from '../../../commands/core/decider.js';
import { admitToWorkspace, type WorkspaceVisitor } from '../../../commands/workspace/admit-to-workspace.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { pathParameter, type Call } from '../../http/route.js';
import type { DepositDependencies } from '../deposit-dependencies.js';
import type { WorkspaceAccess } from './workspace-access.js';

/** A deposit, and the access to its files. */
export interface OpenedAccess {
  readonly deposit: Deposit;
  readonly access: WorkspaceAccess;
}

/** Who asks for the files of a deposit. */
export const visitorOf = ({ actor, caller }: Call): WorkspaceVisitor => ({ actor, ownBucket: caller.depositBucket });

const unsafe = refuse(
  'credentials-unsafe',
  'The object store accepts headers of presigned requests that were not signed, so a URL for one file would give access to all.',
);

/**
 * Access to the files of the deposit that a call is about, to change them unless `admit` is for less. Refused where the
 * caller may not do that now, and for a store that cannot bind a request to one object.
 */
export const openAccess = async (
  { dependencies, openWorkspaceAccess, credentialSeconds }: DepositDependencies,
  call: Call,
  admit: typeof admitToWorkspace = admitToWorkspace,
): Promise<Result<OpenedAccess, Refusal>> => {
  const admitted = await admit(dependencies, pathParameter(call, 'depositId'), visitorOf(call));
  if (!admitted.ok) return admitted;
  const from = new Date(Math.floor(dependencies.now().getTime() / 1000) * 1000);
  const access = await openWorkspaceAccess(admitted.value, { from, seconds: credentialSeconds });
  return access === null ? refused(unsafe) : success({ deposit: admitted.value, access });
};
