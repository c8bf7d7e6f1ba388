import type { LocalFolder } from '../folder/folder-inspection.js';

/** What is to become preserved lies below this folder of a deposit (preservation 2.6). */
export const OBJECTS = 'objects';

/** Files by their path in the deposit, with their SHA-256 in lower-case hex; null where nobody knows it. */
export type Digests = ReadonlyMap<string, string | null>;

/** A tree of files and folders below `objects/`, as one of the sides has it. */
export interface Tree {
  readonly files: Digests;
  readonly folders: ReadonlySet<string>;
}

export interface Sides {
  readonly local: LocalFolder;
  /** Digests of local files, by their path in the deposit; a file that has no counterpart need not be in it. */
  readonly digests: ReadonlyMap<string, string>;
  /** The archival group as it is; empty for a new one. */
  readonly held: Tree;
  /** What the METS of the deposit describes. */
  readonly described: Tree;
  /** What lies in the workspace; folders are those with an object of their own. */
  readonly uploaded: Tree;
}

export interface SyncPlan {
  readonly remove: readonly { readonly path: string; readonly isDir: boolean }[];
  /** Paths in the deposit of files to upload. */
  readonly upload: readonly string[];
  /** Folders that get an object of their own, because nothing in them implies them. */
  readonly markers: readonly string[];
  /** Paths to record in the METS, after everything is uploaded. */
  readonly record: readonly string[];
}

export const inDeposit = (path: string): string => `${OBJECTS}/${path}`;

const isInObjects = (path: string): boolean => path.startsWith(`${OBJECTS}/`);

/** What makes a deposit describe the local folder and hold what the group does not hold yet. Does nothing twice. */
export const syncPlan = (sides: Sides): SyncPlan => {
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

const needs = (path: string, sides: Sides): { readonly upload: boolean; readonly record: boolean } => {
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

/** Whether the group holds just what the local folder has. `digests` must have every file that the group has too. */
export const isUnchanged = ({ local, digests, held }: Pick<Sides, 'local' | 'digests' | 'held'>): boolean => {
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
