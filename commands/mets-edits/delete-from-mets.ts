import { runInSlices } from '../../flow/run-in-slices.js';
import { mapSliced } from '../../flow/slices.js';
import { refused } from '../../flow/result.js';
import { refuse, written, type CommandResult, type Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import type { EditableMets } from '../workspace/deposit-mets.js';
import { beginEdit, type Editable, type EditedItem, type EditRequest } from './begin-edit.js';
import { deleteFiles } from './delete-objects.js';
import { deleteRest, type WantedDeletion } from './delete-rest.js';
import { wantedItems, type DeleteSelection } from './delete-selection.js';
import { failed, findInMets, itemNotFound, removeFromMets } from './described-items.js';
import { lookUpItems, type LookedUp } from './look-up-items.js';
import { orRaceLost, saveEdit } from './store-mets.js';

/**
 * Deletes files and folders from the workspace and from the METS (preservation 4.3, companion 7.3). Everything is
 * checked before anything is changed; the METS is written first, so that nothing is deleted after a lost race. Rejects
 * with UnfinishedDelete where the store fails half-way: the METS then describes the remaining files again.
 */
export const deleteFromMets = async (
  dependencies: Dependencies,
  intent: Intent,
  request: EditRequest & { readonly selection: DeleteSelection },
): Promise<CommandResult<readonly EditedItem[]>> => {
  const { selection } = request;
  const begun = await beginEdit(dependencies, intent, request, 'always');
  if (!begun.ok) return begun;
  const { stored, root, earlier } = begun.value;
  const nothing = emptyRefusal(selection);
  if (nothing !== null) return refused(nothing);
  if (!selection.deleteFromDepositFiles || stored === null) {
    return written(
      selection.items.map(({ path, isDir, where = 'Neither' }) => ({ path, isDir, where })),
      null,
    );
  }

  const wanted = await runInSlices(wantedItems(selection, root));
  const looked = await lookUpItems(dependencies, begun.value, selection, wanted);
  if (!looked.ok) return refused(failed(looked.refusal));
  const carryOut = earlier === null ? deleteItems : deleteRest;
  return carryOut(dependencies, begun.value.intent, { ...begun.value, stored }, { selection, lookedUp: looked.value });
};

const deleteItems = async (
  dependencies: Dependencies,
  intent: Intent,
  within: Editable & { readonly stored: EditableMets },
  { selection, lookedUp }: WantedDeletion,
): Promise<CommandResult<readonly EditedItem[]>> => {
  const { stored } = within;
  const deletable = lookedUp.filter(({ refusal }) => refusal === null);
  const describe = selection.deleteFromMets ? removeFromMets : findInMets;
  const inMets = await orRaceLost(() => describe(dependencies, stored, deletable));
  if (!inMets.ok) return inMets;
  const described = inMets.value;
  const isThere = ({ path, inDeposit }: LookedUp): boolean => inDeposit || described.paths.has(path);
  const missing = deletable.find((item) => !isThere(item) && !item.mayFail);
  if (missing !== undefined) return refused(failed(itemNotFound(missing)));

  const edit = { bytes: described.bytes, recorded: 0, removed: described.paths.size };
  const saved = await saveEdit(dependencies, intent, within, edit);
  if (!saved.ok) return saved;
  const mets = { path: stored.path, etag: saved.value.etag, before: described.before };
  const isRecorded = described.before !== null;
  await deleteFiles(dependencies, intent, {
    deposit: within.deposit,
    items: deletable.filter(isThere),
    isRecorded,
    mets,
  });
  const fromMets = selection.deleteFromMets ? described.paths : new Set<string>();
  const items = await runInSlices(mapSliced(lookedUp, (item) => edited(item, fromMets, described.paths)));
  return written(items, saved.position);
};

const emptyRefusal = ({ deleteFromMets, deleteFromDepositFiles, items }: DeleteSelection): Refusal | null => {
  if (!deleteFromMets && !deleteFromDepositFiles)
    return refuse('nothing-to-edit', 'No location to delete from specified.');
  return items.length === 0 ? refuse('nothing-to-edit', 'No items to delete.') : null;
};

/** Where an item was deleted from; the `where` of the request if it was given. */
const edited = (
  { path, isDir, where, inDeposit, refusal }: LookedUp,
  fromMets: ReadonlySet<string>,
  described: ReadonlySet<string>,
): EditedItem => {
  if (where !== undefined) return { path, isDir, where };
  if (refusal !== null || !(inDeposit || described.has(path))) return { path, isDir, where: 'Neither' };
  if (!inDeposit) return { path, isDir, where: 'Mets' };
  return { path, isDir, where: fromMets.has(path) ? 'Both' : 'Deposit' };
};
