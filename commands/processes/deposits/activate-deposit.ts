import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { DepositFact } from '../../../events/deposit.js';
import { finishAdmission } from './deposit-admission.js';
import { archivingRefusal, deactivationRefusal, depositNotFound } from '../../deposit/checks.js';
import type { Deposit } from '../../deposit/state.js';
import type { Dependencies } from '../../core/dependencies.js';
import { stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { written, type CommandResult, latest, type HandleResult } from '../../core/decider.js';
import { onDeposit, refusalOf, readDeposit } from '../../deposit/deposit-stream.js';
import { onLedger } from '../../archival-group/ledger-stream.js';
import { refused } from '../../../flow/result.js';

type ReleaseFact = StreamFact<Extract<ArchivalGroupFact, { type: 'DepositReleased' }>>;

const toResult = (
  result: HandleResult<DepositFact>,
  decided: HandleResult<ArchivalGroupFact> | null,
): CommandResult<null> => {
  const refusal = refusalOf(result);
  return refusal === null ? written(null, latest(decided, result)) : refused(refusal);
};

/**
 * Makes a deposit of any status active again (companion 11.6). Its group's ledger decides: it refuses while another
 * deposit of the group is active.
 */
export const activateDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  depositId: string,
): Promise<CommandResult<null>> => {
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  if (deposit.active) return written(null, null);
  const archiving = archivingRefusal(deposit);
  if (archiving !== null) return refused(archiving);
  const { archivalGroup: path } = deposit;
  if (path === null) {
    const activation = { type: 'ActivateDeposit', depositId, archivalGroup: null, admission: null } as const;
    return toResult(await onDeposit(dependencies, intent, activation), null);
  }
  const admitted = await onLedger(dependencies, intent, {
    type: 'AdmitDeposit',
    path,
    depositId,
    purpose: { kind: 'activate' },
  });
  if (!admitted.ok) return admitted;
  const [fact] = admitted.value;
  if (fact?.type !== 'DepositAdmitted') return written(null, admitted.position);
  return toResult(await finishAdmission(dependencies, fact), admitted);
};

/** Deactivates the deposit after its ledger has released it; null for a release with another reason. */
export const finishDeactivation = async (
  dependencies: Dependencies,
  fact: ReleaseFact,
): Promise<HandleResult<DepositFact> | null> => {
  const { depositId, admission, reason, by, at } = fact.data;
  if (reason !== 'deactivated') return null;
  return onDeposit(dependencies, stepOf(fact, 'deactivate'), {
    type: 'DeactivateDeposit',
    depositId,
    admission,
    by,
    at,
  });
};

const deactivate = async (
  dependencies: Dependencies,
  intent: Intent,
  deposit: Deposit,
): Promise<CommandResult<null>> => {
  const { depositId, archivalGroup: path, admission } = deposit;
  if (path !== null && admission !== null) {
    const release = { type: 'ReleaseDeposit', path, depositId, admission, reason: 'deactivated' } as const;
    const released = await onLedger(dependencies, intent, release);
    if (!released.ok) return released;
    const [fact] = released.value;
    const finished = fact?.type === 'DepositReleased' ? await finishDeactivation(dependencies, fact) : null;
    if (finished !== null) return toResult(finished, released);
  }
  return toResult(await onDeposit(dependencies, intent, { type: 'DeactivateDeposit', depositId, admission }), null);
};

/** Deactivates a deposit whose import failed, so that another deposit can be active for the group. */
export const deactivateDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  depositId: string,
): Promise<CommandResult<null>> => {
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  const refusal = deactivationRefusal(deposit);
  if (refusal !== null) return refused(refusal);
  return deposit.active ? deactivate(dependencies, intent, deposit) : written(null, null);
};
