import { ancestorsOf } from '../../../formats/paths/repository-path.js';
import { emptyFolders } from '../folder/empty-folders.js';
import type { LocalFile, LocalFolder } from '../folder/folder-inspection.js';

/** The folder of a deposit for content to preserve (preservation 2.6). */
export const OBJECTS = 'objects';

/** The folder of a deposit for the tag files of the bag that it was sent as. */
export const BAG = 'metadata/ad-hoc/bag';

/** Files by their path in the deposit, with their SHA-256 in lower-case hex; null where it is not known. */
export type Digests = ReadonlyMap<string, string | null>;

/** A tree of files and folders of a deposit. */
export interface Tree {
  readonly files: Digests;
  readonly folders: ReadonlySet<string>;
}

export interface SyncInputs {
  readonly local: LocalFolder;
  /** Digests of all local files, by their path in the deposit. */
  readonly digests: ReadonlyMap<string, string>;
  /** The files of the archival group; empty for a new one. */
  readonly held: Tree;
  /** The files that the METS of the deposit describes. */
  readonly described: Tree;
  /** The files in the workspace, and the folders with an object of their own. */
  readonly uploaded: Tree;
}

export interface SyncPlan {
  readonly remove: readonly { readonly path: string; readonly isDir: boolean }[];
  /** Paths in the deposit of files to upload. */
  readonly upload: readonly string[];
  /** Empty folders, which need an object of their own. */
  readonly markers: readonly string[];
  /** Paths to record in the METS, after everything is uploaded. */
  readonly record: readonly string[];
}

export const inDeposit = (path: string): string => `${OBJECTS}/${path}`;

/** The local files by their path in the deposit. */
export const filesInDeposit = ({ files, tagFiles = [] }: LocalFolder): ReadonlyMap<string, LocalFile> =>
  new Map([
    ...files.map((file) => [inDeposit(file.path), file] as const),
    ...tagFiles.map((file) => [`${BAG}/${file.path}`, file] as const),
  ]);

/** Whether a path of the deposit is below a folder that is to be as the local one: that of the tag files only of a bag. */
const isOfLocal = ({ tagFiles }: LocalFolder): ((path: string) => boolean) => {
  const below = tagFiles === undefined ? [`${OBJECTS}/`] : [`${OBJECTS}/`, `${BAG}/`];
  return (path) => below.some((folder) => path.startsWith(folder));
};

/** The folders of the deposit that are to be there. */
const foldersInDeposit = ({ folders, tagFiles = [] }: LocalFolder): ReadonlySet<string> =>
  new Set([...folders.map(inDeposit), ...tagFiles.flatMap(({ path }) => ancestorsOf(`${BAG}/${path}`))]);

/**
 * The changes that bring a deposit to the state of the local folder, with uploads only of content that the group does
 * not have. Idempotent.
 */
export const syncPlan = (sides: SyncInputs): SyncPlan => {
  const { local, described, uploaded } = sides;
  const files = filesInDeposit(local);
  const folders = foldersInDeposit(local);
  const isOurs = isOfLocal(local);
  const gone = (paths: Iterable<string>, kept: { has(path: string): boolean }): string[] =>
    [...paths].filter((path) => isOurs(path) && !kept.has(path));
  const goneFiles = gone([...described.files.keys(), ...uploaded.files.keys()], files);
  const goneFolders = gone([...described.folders, ...uploaded.folders], folders);
  const remove = [
    ...[...new Set(goneFiles)].map((path) => ({ path, isDir: false })),
    ...[...new Set(goneFolders)].map((path) => ({ path, isDir: true })),
  ];
  const decided = [...files.keys()].map((path) => ({ path, ...needs(path, sides) }));
  const markers = emptyFolders(
    local.folders,
    local.files.map(({ path }) => path),
  )
    .map(inDeposit)
    .filter((path) => !described.folders.has(path));
  return {
    remove,
    upload: decided.filter((file) => file.upload).map(({ path }) => path),
    markers,
    record: [...decided.filter((file) => file.record).map(({ path }) => path), ...markers],
  };
};

const needs = (path: string, sides: SyncInputs): { readonly upload: boolean; readonly record: boolean } => {
  const digest = sides.digests.get(path);
  const agrees = (tree: Tree): boolean => digest !== undefined && tree.files.get(path) === digest;
  const isDescribed = agrees(sides.described);
  if (agrees(sides.uploaded)) return { upload: false, record: !isDescribed };
  const isHeldAsDescribed = isDescribed && agrees(sides.held) && !sides.uploaded.files.has(path);
  return { upload: !isHeldAsDescribed, record: !isHeldAsDescribed };
};

/** Whether the group has exactly the files of the local folder. */
export const isUnchanged = ({ local, digests, held }: Pick<SyncInputs, 'local' | 'digests' | 'held'>): boolean => {
  const isOurs = isOfLocal(local);
  const files = filesInDeposit(local);
  const folders = foldersInDeposit(local);
  const heldFiles = [...held.files.keys()].filter(isOurs);
  const heldFolders = [...held.folders].filter(isOurs);
  if (heldFiles.length !== files.size) return false;
  return (
    heldFolders.every((folder) => folders.has(folder)) &&
    local.folders.every((folder) => held.folders.has(inDeposit(folder))) &&
    [...files.keys()].every((path) => digests.has(path) && held.files.get(path) === digests.get(path))
  );
};

/** The paths of the first edit of a METS. */
const FIRST_PATHS = 5_000;
/** The most of any edit, which has to be answered before the deadline of requests. */
const MOST_PATHS = 20_000;

/**
 * Divides the paths to record among edits. Each edit writes the whole METS, so each records as many paths as all before
 * it together, up to a limit.
 */
export function* inEdits(paths: readonly string[]): Generator<readonly string[]> {
  let recorded = 0;
  while (recorded < paths.length) {
    const some = paths.slice(recorded, recorded + Math.min(Math.max(FIRST_PATHS, recorded), MOST_PATHS));
    yield some;
    recorded += some.length;
  }
}
