import { inDeposit, OBJECTS, type Tree } from '../deposit/sync-plan.js';
import { emptyFolders } from '../folder/empty-folders.js';
import type { LocalFolder } from '../folder/folder-inspection.js';

/** The changes that an import would make, in paths below the folder. */
export interface FolderChange {
  readonly added: readonly string[];
  /** The same path with other bytes. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The paths of the files that stay or come, and the former paths of those that are renamed. */
  readonly kept: readonly string[];
  /** The same bytes under another path. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly unchanged: number;
  /** Folders without files that come, or go. */
  readonly emptyFoldersAdded: readonly string[];
  readonly emptyFoldersRemoved: readonly string[];
}

/** A file on either side of a comparison. */
export interface ComparedFile {
  readonly size: number;
  /** Lower-case hex; null where it is not known. */
  readonly sha256: string | null;
}

/** The difference between an archival group and a folder; files by their paths below the folder. */
export interface Difference {
  readonly change: FolderChange;
  /** The newest version of the group; null for a new one. */
  readonly head: number | null;
  readonly before: ReadonlyMap<string, ComparedFile>;
  readonly after: ReadonlyMap<string, ComparedFile>;
  /** Whether a version would be made. */
  readonly isOther: boolean;
}

/**
 * A folder and an archival group. `digests` has every local file, by its path in the deposit.
 */
export interface FolderComparison {
  readonly local: LocalFolder;
  readonly digests: ReadonlyMap<string, string>;
  readonly held: Tree;
}

const BELOW = `${OBJECTS}/`;
const bare = (path: string): string => path.slice(BELOW.length);

const goneFiles = ({ local, held }: Pick<FolderComparison, 'local' | 'held'>): string[] => {
  const here = new Set(local.files.map(({ path }) => inDeposit(path)));
  return [...held.files.keys()].filter((path) => path.startsWith(BELOW) && !here.has(path));
};

/** The differences between a folder and a group. */
export const folderChange = ({ local, digests, held }: FolderComparison): FolderChange => {
  const goneByDigest = new Map<string, string[]>();
  const gone = new Set(goneFiles({ local, held }));
  for (const path of gone) {
    const digest = held.files.get(path) ?? '';
    const paths = goneByDigest.get(digest);
    if (paths === undefined) goneByDigest.set(digest, [path]);
    else paths.push(path);
  }
  const change = { added: [] as string[], changed: [] as string[], renamed: [] as { from: string; to: string }[] };
  let unchanged = 0;
  for (const { path } of local.files) {
    const key = inDeposit(path);
    const digest = digests.get(key);
    const from = digest === undefined || held.files.has(key) ? undefined : goneByDigest.get(digest)?.shift();
    if (from !== undefined) {
      gone.delete(from);
      change.renamed.push({ from: bare(from), to: path });
    } else if (!held.files.has(key)) change.added.push(path);
    else if (held.files.get(key) === digest) unchanged += 1;
    else change.changed.push(path);
  }
  const folders = new Set(local.folders.map(inDeposit));
  const below = [...held.folders].filter((folder) => folder.startsWith(BELOW));
  return {
    ...change,
    removed: [...gone].map(bare),
    kept: [...local.files.map(({ path }) => path), ...change.renamed.map(({ from }) => from)],
    unchanged,
    emptyFoldersAdded: emptyFolders(
      local.folders,
      local.files.map(({ path }) => path),
    ).filter((folder) => !held.folders.has(inDeposit(folder))),
    emptyFoldersRemoved: emptyFolders(below, [...held.files.keys()])
      .filter((folder) => !folders.has(folder))
      .map(bare),
  };
};
