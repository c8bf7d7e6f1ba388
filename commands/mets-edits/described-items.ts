import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, mapSliced } from '../../flow/slices.js';
import { refused, success, type Result } from '../../flow/result.js';
import type { Dependencies } from '../core/dependencies.js';
import { refuse, type Refusal } from '../core/decider.js';
import { agentsOf, failureRefusal, metsWork, type EditableMets } from '../workspace/deposit-mets.js';
import { removal } from './delete-objects.js';
import type { LookedUp } from './look-up-items.js';

/** Which items the METS describes, and the METS without them. */
interface FoundInMets {
  /** The paths of items that the METS described. */
  readonly paths: ReadonlySet<string>;
  /** The METS to store; null when it does not change. */
  readonly bytes: Uint8Array | null;
  /** The METS before the edit; null when it does not change. */
  readonly before: Buffer | null;
}

/** The text that clients search for (companion 7.3). */
export const failed = (refusal: Refusal): Refusal => ({
  ...refusal,
  detail: `Delete failed after 0 items. ${refusal.detail}`,
});

export const itemNotFound = ({ path, isDir }: Pick<LookedUp, 'path' | 'isDir'>): Refusal =>
  refuse('edit-item-not-found', `${isDir ? 'Directory' : 'File'} ${path} not found.`);

/** Finds the items that the METS describes, without an edit. */
export const findInMets = async (
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
export const removeFromMets = async (
  dependencies: Dependencies,
  { source }: EditableMets,
  items: readonly Pick<LookedUp, 'path' | 'isDir'>[],
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
