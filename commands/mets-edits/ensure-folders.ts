import type { Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import type { Deposit } from '../deposit/state.js';
import { readDeposit } from '../deposit/deposit-stream.js';
import { openDepositMets, agentsOf, failureRefusal, metsWork } from '../workspace/deposit-mets.js';
import { putFolder } from '../workspace/put-unless-there.js';
import { orRaceLost, saveEdit } from './store-mets.js';
import { refused, success, type Result } from '../../flow/result.js';

/** How often the METS is read again after another writer was faster. */
const ATTEMPTS = 5;

/**
 * Records folders in the METS of a deposit where it lacks them, and puts them into the workspace (preservation 2.6).
 * Does nothing where the deposit has no METS that the platform may edit. Safe to repeat.
 */
export const ensureFolders = async (
  dependencies: Dependencies,
  intent: Intent,
  { depositId, folders }: { readonly depositId: string; readonly folders: readonly string[] },
): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const deposit = await readDeposit(dependencies.events, depositId);
    if (deposit === null) return;
    const recorded = await recordFolders(dependencies, intent, deposit, folders);
    if (!recorded.ok && recorded.refusal.code === 'mets-race-lost') continue;
    if (!recorded.ok || !recorded.value) return;
    for (const folder of folders) await putFolder(dependencies.bytes, deposit.files, folder);
    return;
  }
};

/** Whether the METS has the folders afterwards; false where there is none that may be edited. */
const recordFolders = async (
  dependencies: Dependencies,
  intent: Intent,
  deposit: Deposit,
  folders: readonly string[],
): Promise<Result<boolean, Refusal>> => {
  const stored = await openDepositMets(dependencies.bytes, deposit);
  if (stored === null || !dependencies.bytes.keepsConditions) return success(false);
  const edits = folders.map((path) => ({ kind: 'ensure-folder', values: { path, name: null } }) as const);
  const order = { agents: agentsOf(dependencies), now: dependencies.now(), edits };
  const edited = await orRaceLost(async () => {
    const mets = await metsWork(dependencies)('edit', stored.source, order);
    return mets.ok ? mets : refused(failureRefusal(mets.refusal));
  });
  if (!edited.ok) return edited;
  const { bytes, outcomes } = edited.value;
  const recorded = outcomes.filter((touched) => touched.length > 0).length;
  const edit = { bytes, recorded, removed: 0 };
  const saved = await saveEdit(dependencies, intent, { deposit, stored, earlier: null }, edit);
  return saved.ok ? success(true) : saved;
};
