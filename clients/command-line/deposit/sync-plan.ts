import type { LocalFolder } from '../folder/folder-inspection.js';

/** The folder of a deposit for content to preserve (preservation 2.6). */
export const OBJECTS = 'objects';

/** Files by their path in the deposit, with their SHA-256 in lower-case hex; null where it is not known. */
export type Digests = ReadonlyMap<string, string | null>;

/** A tree of files and folders below `objects/`. */
export interface Tree {
  readonly files: Digests;
  readonly folders: ReadonlySet<string>;
}

export interface SyncInputs {
  readonly local: LocalFolder;
  /** Digests of local files, by their path in the deposit; needed only for files that another tree has, too. */
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

const isInObjects = (path: string): boolean => path.startsWith(`${OBJECTS}/`);

/**
 * The changes that bring a deposit to the state of the local folder, with uploads only of content that the group does
 * not have. Idempotent.
 */
export const syncPlan = (sides: SyncInputs): SyncPlan => {
  const { local, described, uploaded } = sides;
  const files = new Set(local.files.map((file) => inDeposit(file.path)));
  const folders = new Set(local.folders.map(inDeposit));
  const gone = (paths: Iterable<string>, kept: ReadonlySet<string>): string[] =>
    [...paths].filter((path) => isInObjects(path) && !kept.has(path));
  const goneFiles = gone([...described.files.keys(), ...uploaded.files.keys()], files);
  const goneFolders = gone([...described.folders, ...uploaded.folders], folders);
  const remove = [
    ...[...new Set(goneFiles)].map((path) => ({ path, isDir: false })),
    ...[...new Set(goneFolders)].map((path) => ({ path, isDir: true })),
  ];
  const decided = [...files].map((path) => ({ path, ...needs(path, sides) }));
  const markers = emptyFolders(local).filter((path) => !described.folders.has(path));
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

const emptyFolders = ({ files, folders }: LocalFolder): string[] => {
  const filled = new Set<string>();
  for (const path of [...files.map((file) => file.path), ...folders]) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) filled.add(path.slice(0, at));
  }
  return folders.filter((folder) => !filled.has(folder)).map(inDeposit);
};

/**
 * Whether the group has exactly the files of the local folder. `digests` must have every local file that the group has,
 * too.
 */
export const isUnchanged = ({ local, digests, held }: Pick<SyncInputs, 'local' | 'digests' | 'held'>): boolean => {
  const heldFiles = [...held.files.keys()].filter(isInObjects);
  const heldFolders = [...held.folders].filter(isInObjects);
  if (heldFiles.length !== local.files.length || heldFolders.length !== local.folders.length) return false;
  return (
    local.folders.every((folder) => held.folders.has(inDeposit(folder))) &&
    local.files.every(({ path }) => {
      const digest = digests.get(inDeposit(path));
      return digest !== undefined && held.files.get(inDeposit(path)) === digest;
    })
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
