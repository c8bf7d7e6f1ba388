import type { DepositFact } from '../../../events/deposit.js';
import { releaseAdmission } from './deposit-admission.js';
import { abandonExport } from '../exports/export-steps.js';
import { emptyWorkspace } from '../../workspace/empty-workspace.js';
import { readExport } from '../../export/export-stream.js';
import type { Dependencies } from '../../core/dependencies.js';
import { workspaceAt } from '../../export-content/destination.js';
import { stepOf, type Intent, type StreamFact } from '../../core/intent.js';
import { written, type CommandResult } from '../../core/decider.js';
import { onDeposit, readDepositState } from '../../deposit/deposit-stream.js';
import { endIiifSessions } from '../../iiif-sessions/iiif-sessions.js';
import { dropKept } from '../../workspace/kept-objects.js';

type DeletionFact = StreamFact<Extract<DepositFact, { type: 'DepositDeleted' }>>;

/** Releases the group for other deposits, then empties the workspace. */
export const finishDeletion = async (dependencies: Dependencies, fact: DeletionFact): Promise<void> => {
  const { depositId, by } = fact.data;
  const state = await readDepositState(dependencies.events, depositId);
  if (state.status !== 'deleted' || state.emptied) return;
  const { archivalGroup: path, admission, exported } = state;
  await releaseAdmission(dependencies, fact, { path, depositId, admission, reason: 'deleted', by });
  if (path !== null && exported?.failures === null)
    await abandonExport(dependencies, stepOf(fact, 'abandon export'), { path, exportId: exported.exportId, by });
  await emptyWorkspace(dependencies, state);
  await dropKept(dependencies, depositId);
  await endIiifSessions(dependencies, depositId);
  const intent = stepOf(fact, 'emptied');
  await onDeposit(dependencies, intent, { type: 'RecordWorkspaceEmptied', depositId, by, at: intent.at });
};

/**
 * Empties the workspace of a deleted deposit again, since clients may still have been uploading; does nothing for a
 * deposit that was not deleted.
 */
export const sweepWorkspace = async (dependencies: Dependencies, depositId: string): Promise<void> => {
  const state = await readDepositState(dependencies.events, depositId);
  if (state.status !== 'deleted') return;
  await emptyWorkspace(dependencies, state);
  await dropKept(dependencies, depositId);
  await endIiifSessions(dependencies, depositId);
};

/** Sweeps the workspace that an export was copied to; does nothing where it is not that of a deleted deposit. */
export const sweepDestination = async (dependencies: Dependencies, exportId: string): Promise<void> => {
  const found = await readExport(dependencies.events, exportId);
  const deposit = found === null ? null : await workspaceAt(dependencies.events, found.destination);
  if (deposit !== null) await sweepWorkspace(dependencies, deposit.depositId);
};

/** Deletes a deposit and its workspace, but not what was imported from it (preservation 4.2). */
export const deleteDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  depositId: string,
): Promise<CommandResult<null>> => {
  const result = await onDeposit(dependencies, intent, { type: 'DeleteDeposit', depositId });
  if (!result.ok) return result;
  for (const fact of result.value) if (fact.type === 'DepositDeleted') await finishDeletion(dependencies, fact);
  return written(null, result.position);
};
