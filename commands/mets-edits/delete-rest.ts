import { written, type CommandResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import type { EditableMets } from '../workspace/deposit-mets.js';
import type { Editable, EditedItem } from './begin-edit.js';
import { deleteFiles } from './delete-objects.js';
import type { DeleteSelection } from './delete-selection.js';
import type { LookedUp } from './look-up-items.js';
import { saveEdit } from './store-mets.js';

/** A selection, and its items as they are in the workspace. */
export interface WantedDeletion {
  readonly selection: DeleteSelection;
  readonly lookedUp: readonly LookedUp[];
}

/** Deletes what an earlier attempt has left, and answers for each item what was asked of that one. */
export const deleteRest = async (
  dependencies: Dependencies,
  intent: Intent,
  within: Editable & { readonly stored: EditableMets },
  { selection, lookedUp }: WantedDeletion,
): Promise<CommandResult<readonly EditedItem[]>> => {
  const { deposit } = within;
  const saved = await saveEdit(dependencies, intent, within, { bytes: null, recorded: 0, removed: lookedUp.length });
  if (!saved.ok) return saved;
  const left = lookedUp.filter(({ refusal, inDeposit }) => refusal === null && inDeposit);
  await deleteFiles(dependencies, intent, { deposit, items: left, isRecorded: false, mets: null });
  const asked = selection.deleteFromMets ? 'Both' : 'Deposit';
  const items = lookedUp.map(({ path, isDir, where, refusal }) => ({
    path,
    isDir,
    where: where ?? (refusal === null ? asked : ('Neither' as const)),
  }));
  return written(items, saved.position);
};
