import { ByteStoreFault, type ByteStore } from '../../formats/bytes.js';
import type { MetsEdit } from '../../formats/mets/edit-mets.js';
import { ancestorsOf } from '../../formats/paths/repository-path.js';
import { readSource } from '../../formats/mets/mets-work.js';
import type { WantedItem } from './delete-selection.js';
import { type EditableMets, agentsOf, metsWork } from '../workspace/deposit-mets.js';
import type { Deposit } from '../deposit/state.js';
import { undoingStep } from './earlier-edit.js';
import { replaceChangeToken } from '../workspace/change-token.js';
import { recordDeletion, saveEdit } from './store-mets.js';
import { holdsAny } from '../workspace/workspace-files.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Intent } from '../core/intent.js';
import { UnfinishedDelete } from './unfinished-delete.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { mapSliced } from '../../flow/slices.js';
import { yieldEvery } from '../../flow/yield-every.js';

/** The edit that removes an item from the METS. */
export const removal = ({ path, isDir }: Pick<WantedItem, 'path' | 'isDir'>): MetsEdit => ({
  kind: isDir ? 'remove-folder' : 'remove-file',
  path,
});

/** The number of keys that a store deletes with one request. */
const BATCH = 1000;

/** Items that were removed from the METS already, and what is needed to restore it. */
export interface Deletion {
  readonly deposit: Deposit;
  /** Deepest first. */
  readonly items: readonly Pick<WantedItem, 'path' | 'key' | 'isDir'>[];
  /** Whether a fact already tells of it, so that none is needed by which a repeat finds that something was deleted. */
  readonly isRecorded: boolean;
  /**
   * `before` is the METS before the items were removed; null when none was removed. `etag` is
   * the current one. Null where nothing is described again.
   */
  readonly mets: (Pick<EditableMets, 'path' | 'etag'> & { readonly before: Buffer | null }) | null;
}

/**
 * Deletes the objects of items. Rejects with UnfinishedDelete where the store fails half-way: the METS then describes
 * the remaining items again, unless another edit has changed it since.
 */
const deleteObjects = async (dependencies: Dependencies, intent: Intent, deletion: Deletion): Promise<void> => {
  const { deposit, items } = deletion;
  const { prefix } = deposit.files;
  try {
    for (let from = 0; from < items.length; from += BATCH) {
      const keys = items.slice(from, from + BATCH).map(({ key }) => prefix + key);
      await dependencies.removal.workspaces.delete(deposit.files, keys);
    }
  } catch (error) {
    if (!(error instanceof ByteStoreFault)) throw error;
    const left = await leftOf(dependencies.bytes, deletion);
    if (left.length === 0) return;
    await describeAgain(dependencies, intent, deletion, left);
    throw new UnfinishedDelete(items.length - left.length, error);
  }
};

/** The items that still exist, or for which the store gives no answer. */
const leftOf = async (bytes: ByteStore, { deposit, items }: Deletion): Promise<Deletion['items']> => {
  const { bucket, prefix } = deposit.files;
  const left: Deletion['items'][number][] = [];
  const turn = yieldEvery();
  for (const item of items) {
    await turn();
    const key = prefix + item.key;
    const look = item.isDir ? holdsAny(bytes, bucket, key) : bytes.head({ bucket, key }).then((info) => info !== null);
    if (await look.catch(() => true)) left.push(item);
  }
  return left;
};

/** Writes the METS as if only the items that were deleted had been removed. */
const describeAgain = async (
  dependencies: Dependencies,
  intent: Intent,
  { deposit, items, mets }: Deletion,
  left: Deletion['items'],
): Promise<void> => {
  if (mets === null || mets.before === null) return;
  const kept = new Set(left.flatMap(({ path }) => [path, ...ancestorsOf(path)]));
  const deleted = items.filter(({ path }) => !kept.has(path));
  const order = {
    agents: agentsOf(dependencies),
    now: dependencies.now(),
    edits: await runInSlices(mapSliced(deleted, removal)),
  };
  const result = await metsWork(dependencies)('edit', readSource(Buffer.from(mets.before)), order);
  if (!result.ok) return; // not expected: the same METS was edited before
  const edit = { bytes: result.value.bytes ?? mets.before, recorded: left.length, removed: 0 };
  // Without effect where another edit was made meanwhile.
  await saveEdit(dependencies, undoingStep(intent), { deposit, stored: mets, earlier: null }, edit);
};

/** Records the deletion of files of a bag, and deletes all. */
export const deleteFiles = async (dependencies: Dependencies, intent: Intent, deletion: Deletion): Promise<void> => {
  const { deposit, items, isRecorded } = deletion;
  const paths = items.flatMap(({ key, isDir }) => (isDir || !key.startsWith('data/') ? [] : [key]));
  const isNoted = intent.requestSha256 !== undefined && !isRecorded && items.length > 0;
  await recordDeletion(dependencies, intent, { depositId: deposit.depositId, paths, isNoted });
  try {
    await deleteObjects(dependencies, intent, deletion);
  } finally {
    await replaceChangeToken(dependencies, deposit.depositId);
  }
};
