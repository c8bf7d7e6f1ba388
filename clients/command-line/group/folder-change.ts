import { inDeposit, OBJECTS, type Tree } from '../deposit/sync-plan.js';
import type { LocalFile, LocalFolder } from '../folder/folder-inspection.js';

/** The changes that an import would make, in paths below the folder. */
export interface FolderChange {
  readonly added: readonly string[];
  /** The same path with other bytes. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** The same bytes under another path. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly unchanged: number;
  readonly foldersAdded: readonly string[];
  readonly foldersRemoved: readonly string[];
}

/**
 * A folder and an archival group. `digests` has every local file that the group has, too, by its path in the deposit.
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

/** New files with the size of a removed one, by their path in the deposit: only these can be renamed files. */
export const maybeRenamed = (
  compared: Pick<FolderComparison, 'local' | 'held'>,
  sizes: ReadonlyMap<string, number>,
): Map<string, LocalFile> => {
  const gone = new Set(goneFiles(compared).map((path) => sizes.get(path)));
  const { files } = compared.held;
  const isCandidate = (file: LocalFile): boolean => !files.has(inDeposit(file.path)) && gone.has(file.size);
  return new Map(compared.local.files.filter(isCandidate).map((file) => [inDeposit(file.path), file]));
};

/** The differences between a folder and a group; a new file without a digest counts as added. */
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
  return {
    ...change,
    removed: [...gone].map(bare),
    unchanged,
    foldersAdded: local.folders.filter((folder) => !held.folders.has(inDeposit(folder))),
    foldersRemoved: [...held.folders].filter((folder) => folder.startsWith(BELOW) && !folders.has(folder)).map(bare),
  };
};
