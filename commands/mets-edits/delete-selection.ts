import { refuse, type Refusal } from '../core/decider.js';
import { metsPath } from './mets-path.js';
import type { Whereabouts } from '../workspace/combined-tree.js';
import type { FilesRoot } from '../workspace/workspace-files.js';
import { depthsSliced } from '../../formats/paths/depth-order.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';

export interface DeleteItem {
  readonly path: string;
  readonly isDir: boolean;
  /** Where the caller believes it to be. */
  readonly where?: Whereabouts;
}

/** What to delete, and from where (preservation 2.14). */
export interface DeleteSelection {
  readonly deleteFromMets: boolean;
  readonly deleteFromDepositFiles: boolean;
  readonly deleteFromRoot: boolean;
  readonly items: readonly DeleteItem[];
  /** Paths of items that are skipped, instead of a refusal, when they cannot be deleted. */
  readonly continueIfFail: readonly string[];
}

/** The only files that may be deleted from a workspace's root: those of a bag, and the note of an archiver. */
const DELETABLE_IN_ROOT = new Set([
  'bagit.txt',
  'bag-info.txt',
  'manifest-sha256.txt',
  'tagmanifest-sha256.txt',
  'archived.txt',
]);

/** An item with its normalised path and its key. */
export interface WantedItem extends DeleteItem {
  /** Relative to the METS root. */
  readonly path: string;
  /** Its key relative to the deposit. */
  readonly key: string;
  /** Whether it is skipped when it cannot be deleted. */
  readonly mayFail: boolean;
}

/** The items by path, each once, deepest first (preservation 4.3). */
export function* wantedItems(
  { items, continueIfFail }: DeleteSelection,
  root: FilesRoot,
): SlicedWork<ReadonlyMap<string, WantedItem>> {
  const mayFail = new Set<string>();
  yield* eachSliced(continueIfFail, (path) => mayFail.add(metsPath(root, path)));
  const byPath = new Map<string, WantedItem>();
  yield* eachSliced(items, (item) => {
    const path = metsPath(root, item.path);
    const key = `${isRootFile(path) ? '' : root}${path}${item.isDir ? '/' : ''}`;
    byPath.set(path, { ...item, path, key, mayFail: mayFail.has(path) });
  });
  const depths = yield* depthsSliced(byPath.values(), ({ path }) => path);
  const wanted = new Map<string, WantedItem>();
  for (const depth of depths.reverse()) yield* eachSliced(depth, (item) => wanted.set(item.path, item));
  return wanted;
}

/** Whether a path is that of a file in the root that belongs to the bag, or is the note of an archiver. */
export const isRootFile = (path: string): boolean => DELETABLE_IN_ROOT.has(path);

/** Items in the root are skipped unless `deleteFromRoot` is set. */
export const isSkipped = ({ path }: WantedItem, deleteFromRoot: boolean): boolean =>
  !path.includes('/') && !deleteFromRoot;

/** Why an item may not be deleted, by its path alone; null when it may. */
export const protectionRefusal = ({ path, isDir }: WantedItem, deleteFromRoot: boolean): Refusal | null => {
  const no = (detail: string): Refusal => refuse('mets-edit-impossible', detail);
  if (path === 'objects') return no('You cannot delete the objects directory.');
  if (path === 'metadata/ad-hoc') return no('You cannot delete the metadata ad-hoc directory.');
  const isProtected = !path.includes('/') && (isDir || !isRootFile(path));
  return isProtected && deleteFromRoot ? no('You cannot delete protected files in the root.') : null;
};
