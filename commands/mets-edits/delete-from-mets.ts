import { refuse, type Refusal, written, type CommandResult, latest } from '../core/decider.js';
import { deleteObjects, removal } from './delete-objects.js';
import { wantedItems, type DeleteSelection, type WantedItem } from './delete-selection.js';
import { type EditableMets, agentsOf, failureRefusal, metsWork } from '../workspace/deposit-mets.js';
import { beginEdit, type EditedItem, type EditRequest } from './begin-edit.js';
import { orRaceLost, recordDeletion, recordEdit, storeMets } from './store-mets.js';
import { lookUpItems, type LookedUp } from './look-up-items.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { eachSliced, runInSlices, mapSliced } from '../../flow/slices.js';
import { refused, success, type Result } from '../../flow/result.js';
import { replaceChangeToken } from '../workspace/change-token.js';

/** Which items the METS describes, and the METS without them. */
interface FoundInMets {
  /** The paths of items that the METS described. */
  readonly paths: ReadonlySet<string>;
  /** The METS to store; null when it does not change. */
  readonly bytes: Uint8Array | null;
  /** The METS before the edit; null when it does not change. */
  readonly before: Buffer | null;
}

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
  const { deposit, stored, root } = begun.value;
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
  const lookedUp = looked.value;
  const deletable = lookedUp.filter(({ refusal }) => refusal === null);
  const describe = selection.deleteFromMets ? removeFromMets : findInMets;
  const inMets = await orRaceLost(() => describe(dependencies, stored, deletable));
  if (!inMets.ok) return inMets;
  const described = inMets.value;
  const isThere = ({ path, inDeposit }: LookedUp): boolean => inDeposit || described.paths.has(path);
  const missing = deletable.find((item) => !isThere(item) && !item.mayFail);
  if (missing !== undefined) return refused(failed(notFound(missing)));

  let position = null;
  let etag = stored.etag;
  if (described.bytes !== null) {
    const saved = await storeMets(dependencies, { deposit, stored }, described.bytes);
    if (!saved.ok) return saved;
    ({ etag } = saved.value);
    const edit = { depositId: deposit.depositId, etag, recorded: 0, removed: described.paths.size };
    position = latest(await recordEdit(dependencies, intent, edit));
  }
  const mets = { path: stored.path, etag, before: described.before };
  const deletion = { deposit, items: deletable.filter(isThere), mets };
  const paths = deletion.items.flatMap(({ key, isDir }) => (isDir || !key.startsWith('data/') ? [] : [key]));
  await recordDeletion(dependencies, intent, { depositId: deposit.depositId, paths });
  try {
    await deleteObjects(dependencies, intent, deletion);
  } finally {
    await replaceChangeToken(dependencies, deposit.depositId);
  }
  const fromMets = selection.deleteFromMets ? described.paths : new Set<string>();
  const items = await runInSlices(mapSliced(lookedUp, (item) => edited(item, fromMets, described.paths)));
  return written(items, position);
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

const failed = (refusal: Refusal): Refusal => ({
  ...refusal,
  detail: `Delete failed after 0 items. ${refusal.detail}`,
});

const notFound = ({ path, isDir }: WantedItem): Refusal =>
  refuse('edit-item-not-found', `${isDir ? 'Directory' : 'File'} ${path} not found.`);

/** Finds the items that the METS describes, without an edit. */
const findInMets = async (
  dependencies: Dependencies,
  { source }: EditableMets,
  items: readonly LookedUp[],
): Promise<Result<FoundInMets, Refusal>> => {
  const order = { agents: agentsOf(dependencies), paths: await runInSlices(mapSliced(items, ({ path }) => path)) };
  const result = await metsWork(dependencies)('kinds', source, order);
  const kinds = result.ok ? result.value.kinds : []; // an unreadable METS describes nothing
  const found = new Set<string>();
  const listFound = eachSliced(items.entries(), ([index, { path, isDir }]) => {
    if (kinds[index] === (isDir ? 'folder' : 'file')) found.add(path);
  });
  await runInSlices(listFound);
  return success({ paths: found, bytes: null, before: null });
};

/** Removes the items from the METS. */
const removeFromMets = async (
  dependencies: Dependencies,
  { source }: EditableMets,
  items: readonly LookedUp[],
): Promise<Result<FoundInMets, Refusal>> => {
  const order = {
    agents: agentsOf(dependencies),
    now: dependencies.now(),
    edits: await runInSlices(mapSliced(items, removal)),
  };
  // Kept to describe the remaining files again, should the store fail half-way.
  const before = await source.read();
  const copied = { ...source, read: () => Promise.resolve(Buffer.from(before)) };
  const result = await metsWork(dependencies)('edit', copied, order);
  if (!result.ok) {
    const refusal = failureRefusal(result.refusal);
    return refused(result.refusal.done === null ? refusal : failed(refusal));
  }
  const paths = new Set<string>();
  const listTouched = eachSliced(result.value.outcomes, (touched) => {
    for (const { path } of touched) paths.add(path);
  });
  await runInSlices(listTouched);
  return success({ paths, bytes: result.value.bytes, before: result.value.bytes === null ? null : before });
};
