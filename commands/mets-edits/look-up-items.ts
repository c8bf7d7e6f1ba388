import { refuse, type Refusal } from '../core/decider.js';
import { isSkipped, protectionRefusal, type DeleteSelection, type WantedItem } from './delete-selection.js';
import { isPath } from './mets-path.js';
import type { Editable } from './begin-edit.js';
import { namedAsFolder } from '../workspace/workspace-object.js';
import { holdsAny } from '../workspace/workspace-files.js';
import type { Dependencies } from '../core/dependencies.js';
import { yieldEvery } from '../../flow/yield-every.js';
import { refused, success, type Result } from '../../flow/result.js';

/** An item that was looked up in the workspace; `fault` is why it cannot be deleted. */
export interface LookedUp extends WantedItem {
  readonly inDeposit: boolean;
  readonly refusal: Refusal | null;
}

/** How many files are looked up concurrently: a distant store takes some milliseconds for each. */
const CONCURRENT_LOOKUPS = 32;

/**
 * Looks the items up in the workspace, deepest first, and refuses the first that may not or cannot be deleted; a repeat is
 * not refused, and does not find what was uploaded since the first attempt.
 */
export const lookUpItems = async (
  dependencies: Dependencies,
  within: Editable,
  { deleteFromRoot }: DeleteSelection,
  items: ReadonlyMap<string, WantedItem>,
): Promise<Result<LookedUp[], Refusal>> => {
  const lookedUp: LookedUp[] = [];
  const wanted = { items, deleteFromRoot, turn: yieldEvery() };
  const queue = [...items.values()];
  for (let from = 0; from < queue.length; from += CONCURRENT_LOOKUPS) {
    const some = queue.slice(from, from + CONCURRENT_LOOKUPS);
    const there = await Promise.all(some.map(async (item) => !item.isDir && isInDeposit(dependencies, within, item)));
    for (const [index, item] of some.entries()) {
      const found = await lookUp(dependencies, within, { item, isThere: there[index] === true }, wanted);
      if (found === null) continue;
      if (found.refusal !== null && !found.mayFail && within.earlier === null) return refused(found.refusal);
      lookedUp.push(found);
    }
  }
  return success(lookedUp);
};

/** The whole selection. `turn` is shared, since one folder may hold too few objects to reach a pause. */
interface WantedSelection {
  readonly items: ReadonlyMap<string, WantedItem>;
  readonly deleteFromRoot: boolean;
  readonly turn: () => Promise<void>;
}

/** Null for an item that is skipped. `isThere` is given for files only. */
const lookUp = async (
  dependencies: Dependencies,
  within: Editable,
  { item, isThere }: { readonly item: WantedItem; readonly isThere: boolean },
  wanted: WantedSelection,
): Promise<LookedUp | null> => {
  await wanted.turn();
  const protection = protectionRefusal(item, wanted.deleteFromRoot);
  if (protection === null && isSkipped(item, wanted.deleteFromRoot)) return null;
  if (!item.isDir || protection !== null)
    return { ...item, refusal: protection, inDeposit: isThere && protection === null };
  const refusal = await contentRefusal(dependencies, within, item.path, wanted);
  return { ...item, refusal, inDeposit: refusal === null && (await isInDeposit(dependencies, within, item)) };
};

const isInDeposit = async (
  { bytes }: Dependencies,
  { deposit: { files }, earlier }: Editable,
  { path, key: relative, isDir }: WantedItem,
): Promise<boolean> => {
  if (!isPath(path)) return false;
  const key = files.prefix + relative;
  if (isDir) return holdsAny(bytes, files.bucket, key);
  const info = await bytes.head({ bucket: files.bucket, key });
  return info !== null && (earlier === null || info.lastModified <= earlier.at);
};

/**
 * Refuses a folder with content that this request does not delete; files in it come before folders in it. A file with
 * the key of a folder is such content.
 */
const contentRefusal = async (
  { bytes }: Dependencies,
  { deposit: { files }, root }: Editable,
  path: string,
  { items, turn }: WantedSelection,
): Promise<Refusal | null> => {
  let refusal: Refusal | null = null;
  const base = files.prefix + root;
  for await (const { key, size } of bytes.list(files.bucket, `${base}${path}/`)) {
    await turn();
    const hidden = namedAsFolder([{ path: key.slice(files.prefix.length), size }]);
    if (hidden !== null) return hidden;
    const inside = key.slice(base.length).replace(/\/$/, '');
    if (inside === path || items.has(inside)) continue;
    if (!key.endsWith('/')) {
      const detail = 'You cannot delete a folder that has files in it; delete the files first.';
      return refuse('mets-edit-impossible', detail);
    }
    refusal = refuse('mets-edit-impossible', 'Cannot delete a non-empty directory.');
  }
  return refusal;
};
