import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { finishAdmission, finishAssignment } from './deposit-admission.js';
import { changedMeanwhile, changeRefusal, depositNotFound, liveJobRefusal } from '../../deposit/checks.js';
import type { Deposit } from '../../deposit/state.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { written, type CommandResult, latest, type HandleResult } from '../../core/decider.js';
import { onDeposit, refusalOf, readDeposit } from '../../deposit/deposit-stream.js';
import { onLedger } from '../../archival-group/ledger-stream.js';
import type { DepositFact } from '../../../events/deposit.js';
import { descriptionChanges, type DescriptionChanges } from '../../../events/deposit-description.js';
import { groupChoiceRefusal } from '../groups/group-choice.js';
import { groupNameRefusal } from '../../archival-group/checks.js';
import { refused } from '../../../flow/result.js';

/** Absent and blank members change nothing (companion 13.6). */
export interface DepositChanges extends DescriptionChanges {
  readonly depositId: string;
  readonly archivalGroup?: RepositoryPath;
}

const withDeposit = async (
  dependencies: Dependencies,
  depositId: string,
  result: HandleResult<DepositFact>,
): Promise<CommandResult<Deposit>> => {
  const refusal = refusalOf(result);
  if (refusal !== null) return refused(refusal);
  const deposit = await readDeposit(dependencies.events, depositId);
  return deposit === null ? refused(depositNotFound(depositId)) : written(deposit, latest(result));
};

/** Moves the deposit to another group: admitted there first, then assigned, then released by the old group. */
const move = async (
  dependencies: Dependencies,
  intent: Intent,
  move: { readonly deposit: Deposit; readonly archivalGroup: RepositoryPath; readonly described: DescriptionChanges },
): Promise<CommandResult<Deposit>> => {
  const { deposit, archivalGroup, described } = move;
  const { depositId } = deposit;
  const refusal = changeRefusal(deposit, intent.actor.agent) ?? liveJobRefusal(deposit);
  if (refusal !== null) return refused(refusal);
  if (!deposit.active) {
    const assignment = {
      type: 'AssignArchivalGroup',
      archivalGroup,
      depositId,
      admission: null,
      ...described,
    } as const;
    return withDeposit(dependencies, depositId, await onDeposit(dependencies, intent, assignment));
  }
  const purpose = { kind: 'assign', ...described } as const;
  const admitted = await onLedger(dependencies, intent, {
    type: 'AdmitDeposit',
    path: archivalGroup,
    depositId,
    purpose,
  });
  if (!admitted.ok) return admitted;
  const [fact] = admitted.value;
  if (fact?.type !== 'DepositAdmitted') return refused(changedMeanwhile(depositId));
  const result = await finishAdmission(dependencies, fact);
  const [assigned] = result.ok ? result.value : [];
  if (assigned?.type === 'DepositArchivalGroupAssigned') await finishAssignment(dependencies, assigned);
  else if (refusalOf(result) === null) return refused(changedMeanwhile(depositId));
  return withDeposit(dependencies, depositId, result);
};

/** Changes the description of a deposit, and its archival group (preservation 4.2, companion 13.6). */
export const describeDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  changes: DepositChanges,
): Promise<CommandResult<Deposit>> => {
  const { depositId, archivalGroup } = changes;
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  const described = descriptionChanges(changes, (text) => text.trim() !== '');
  const unwritable = groupNameRefusal(described.archivalGroupName);
  if (unwritable !== null) return refused(unwritable);
  if (archivalGroup !== undefined) {
    const refusal = await groupChoiceRefusal(dependencies, archivalGroup, depositId);
    if (refusal !== null) return refused(refusal);
    if (archivalGroup !== deposit.archivalGroup)
      return move(dependencies, intent, { deposit, archivalGroup, described });
  }
  const command = { type: 'DescribeDeposit', depositId, ...described } as const;
  return withDeposit(dependencies, depositId, await onDeposit(dependencies, intent, command));
};
