import { runInSlices } from '../../flow/run-in-slices.js';
import { firstSliced, mapSliced } from '../../flow/slices.js';
import { refused } from '../../flow/result.js';
import { refuse, written, type CommandResult } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { beginEdit, metsMissing, type EditedItem, type EditRequest } from './begin-edit.js';
import { protectionRefusal, wantedItems, type DeleteSelection, type WantedItem } from './delete-selection.js';
import { failed, itemNotFound, removeFromMets } from './described-items.js';
import { orRaceLost, saveEdit } from './store-mets.js';

/**
 * Takes files and folders out of the METS, and leaves the workspace as it is: all of them in one write, or none. A folder
 * must be empty in the METS, or be emptied by the same request. Refused as a deletion is.
 */
export const takeOutOfMets = async (
  dependencies: Dependencies,
  given: Intent,
  request: EditRequest & { readonly selection: Pick<DeleteSelection, 'items' | 'continueIfFail'> },
): Promise<CommandResult<readonly EditedItem[]>> => {
  const begun = await beginEdit(dependencies, given, request, 'always');
  if (!begun.ok) return begun;
  const { deposit, stored, root, earlier, intent } = begun.value;
  if (request.selection.items.length === 0) return refused(refuse('nothing-to-edit', 'No items to delete.'));
  if (stored === null) return refused(metsMissing(deposit));
  const selection = { ...request.selection, deleteFromMets: true, deleteFromDepositFiles: false, deleteFromRoot: true };
  const items = [...(await runInSlices(wantedItems(selection, root))).values()];
  if (earlier !== null) {
    const saved = await saveEdit(dependencies, intent, { deposit, stored, earlier }, unchanged(items.length));
    return saved.ok ? written(items.map(takenOut), saved.position) : saved;
  }
  const refusal = await runInSlices(firstSliced(items, (item) => protectionRefusal(item, true)));
  if (refusal !== null) return refused(failed(refusal));
  const removed = await orRaceLost(() => removeFromMets(dependencies, stored, items));
  if (!removed.ok) return removed;
  const { paths, bytes } = removed.value;
  const missing = items.find(({ path, mayFail }) => !mayFail && !paths.has(path));
  if (missing !== undefined) return refused(failed(itemNotFound(missing)));
  const edit = { bytes, recorded: 0, removed: paths.size };
  const saved = await saveEdit(dependencies, intent, { deposit, stored, earlier }, edit);
  if (!saved.ok) return saved;
  const answer = mapSliced(items, (item) =>
    paths.has(item.path) ? takenOut(item) : { ...takenOut(item), ...NOWHERE },
  );
  return written(await runInSlices(answer), saved.position);
};

const NOWHERE = { where: 'Neither' } as const;

const unchanged = (removed: number) => ({ bytes: null, recorded: 0, removed });

const takenOut = ({ path, isDir }: WantedItem): EditedItem => ({ path, isDir, where: 'Mets' });
