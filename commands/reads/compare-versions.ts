import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { appendToList } from '../../flow/append-to-list.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { ancestorsOf, isAtOrBelow, lastName } from '../../formats/paths/repository-path.js';
import { sortNaturally } from '../../formats/paths/natural-order.js';
import { changesBetween, type FileChanges } from './changes-between.js';
import type { FileChange } from './versions-of-group.js';
import type { StoredFile, StoredVersion, VersionAt } from './stored-version.js';

/** The kinds of changes, in the order in which they are listed. */
export const CHANGE_KINDS = ['added', 'changed', 'renamed', 'deleted'] as const satisfies readonly FileChange['kind'][];
export type ChangeKind = FileChange['kind'];

/** A file of one of two versions. */
export interface ComparedFile extends Pick<StoredFile, 'size' | 'digest'> {
  readonly path: string;
  /** As displayed. */
  readonly name: string;
}

/** A file that two versions do not have alike. */
export interface VersionChange {
  readonly kind: ChangeKind;
  /** In the newer version; of a deleted file in the older one. */
  readonly file: ComparedFile;
  /** The file in the older version, where it was changed or renamed; else null. */
  readonly before: ComparedFile | null;
  /** Of a deleted file, the topmost folder that has no files any more and was not emptied by renaming; null where there is none. */
  readonly goneFolder: string | null;
}

/** The changes of files that are directly in a folder. */
export interface FolderOfChanges {
  readonly path: string;
  /** As displayed. */
  readonly name: string;
  /** By kind in the order of `CHANGE_KINDS`, each by name. */
  readonly changes: readonly VersionChange[];
}

export interface FileSum {
  readonly files: number;
  readonly bytes: number;
}

export interface ComparedVersions {
  /** In the order of their paths, as people sort names. */
  readonly folders: readonly FolderOfChanges[];
  readonly changes: number;
  /** By kind; the bytes of deleted files are those before. */
  readonly counts: Readonly<Record<ChangeKind, FileSum>>;
  /** How many files at the compared path both have alike. */
  readonly same: number;
  /** The files that the newer one has at the compared path. */
  readonly newer: FileSum;
  /** The algorithms of the digests; null for what was before the first version. */
  readonly digests: {
    readonly from: StoredVersion['algorithm'] | null;
    readonly to: StoredVersion['algorithm'] | null;
  };
}

type Files = Pick<StoredVersion, 'files' | 'folders' | 'algorithm'>;

/** A file, a folder or all of a version. */
export interface ComparedPlace extends VersionAt {
  /** A stored path; empty for all. */
  readonly below: string;
}

/**
 * Compares what two versions have at a path, or at two; version 0 has no files. Where the paths differ, those of the older
 * files are given as if they were at the newer path. Rejects as `read` does.
 */
export const comparePlaces = async (
  read: (at: VersionAt) => Promise<StoredVersion>,
  { from, to }: { readonly from: ComparedPlace; readonly to: ComparedPlace },
): Promise<ComparedVersions> => {
  const filesOf = async ({ group, head, version }: ComparedPlace): Promise<Files | null> =>
    version === 0 ? null : read({ group, head, version });
  const before = await filesOf(from); // one after the other: reading takes more memory than what is read
  const after = await filesOf(to);
  const isOne = from.group === to.group && from.below === to.below;
  const sides = function* (): SlicedWork<ComparedVersions> {
    if (isOne) return yield* compareVersions(before, after, to.below);
    const moved = before === null ? null : yield* filesAt(before, from.below, to.below);
    return yield* compareVersions(moved, after === null ? null : yield* filesAt(after, to.below, to.below), to.below);
  };
  return runInSlices(sides());
};

/** A path that is at or below one, as if it were at or below another. */
export const movedPath = (path: string, from: string, to: string): string => {
  const rest = from === '' ? path : path.slice(from.length + 1);
  return rest === '' || to === '' ? `${to}${rest}` : `${to}/${rest}`;
};

/** What is at a path of a version, as if it were at another path. */
function* filesAt({ files, folders, algorithm }: Files, from: string, to: string): SlicedWork<Files> {
  const movedTo = (path: string): string => movedPath(path, from, to);
  const [movedFiles, movedFolders] = [new Map<string, StoredFile>(), new Map<string, string | null>()];
  yield* eachSliced(files, ([path, file]) => isAtOrBelow(path, from) && movedFiles.set(movedTo(path), file));
  yield* eachSliced(folders, ([path, name]) => isAtOrBelow(path, from) && movedFolders.set(movedTo(path), name));
  return { files: movedFiles, folders: movedFolders, algorithm };
}

const NO_FILES: StoredVersion['files'] = new Map();

/** Compares what two versions have at a path. A renamed file is there where either of its paths is. */
function* compareVersions(before: Files | null, after: Files | null, below: string): SlicedWork<ComparedVersions> {
  const [old, now] = [before?.files ?? NO_FILES, after?.files ?? NO_FILES];
  const between = yield* changesBetween(old, now);
  const goneFolderOf = yield* goneFolders(now, between);
  const folders = new Map<string, VersionChange[]>();
  const counts = noCounts();
  let [changes, changesOfNewer] = [0, 0];
  const take = (kind: ChangeKind, file: ComparedFile | null, former: ComparedFile | null): void => {
    if (file === null) return;
    const isThere = isAtOrBelow(file.path, below);
    if (!isThere && (former === null || !isAtOrBelow(former.path, below))) return;
    const goneFolder = kind === 'deleted' ? goneFolderOf(file.path) : null;
    appendToList(folders, folderOf(file.path), { kind, file, before: former, goneFolder });
    counts[kind].files += 1;
    counts[kind].bytes += file.size;
    changes += 1;
    if (isThere && kind !== 'deleted') changesOfNewer += 1;
  };
  yield* eachSliced(between.added, (path) => take('added', fileAt(now, path), null));
  yield* eachSliced(between.changed, (path) => take('changed', fileAt(now, path), fileAt(old, path)));
  yield* eachSliced(between.renamed, ([path, from]) => take('renamed', fileAt(now, path), fileAt(old, from)));
  yield* eachSliced(between.deleted, (path) => take('deleted', fileAt(old, path), null));
  const newer = { files: 0, bytes: 0 };
  yield* eachSliced(now, ([path, { size }]) => {
    if (!isAtOrBelow(path, below)) return;
    newer.files += 1;
    newer.bytes += size;
  });
  const nameOf = (path: string): string => after?.folders.get(path) ?? before?.folders.get(path) ?? lastName(path);
  return {
    folders: yield* sortedFolders(folders, nameOf),
    ...{ changes, counts, same: newer.files - changesOfNewer, newer },
    digests: { from: before?.algorithm ?? null, to: after?.algorithm ?? null },
  };
}

const noCounts = (): Record<ChangeKind, { files: number; bytes: number }> => ({
  added: { files: 0, bytes: 0 },
  changed: { files: 0, bytes: 0 },
  renamed: { files: 0, bytes: 0 },
  deleted: { files: 0, bytes: 0 },
});

/** Tells of a deleted file the topmost folder above it that has no files any more, of which none was renamed; or null. */
function* goneFolders(
  now: StoredVersion['files'],
  { renamed, deleted }: FileChanges,
): SlicedWork<(path: string) => string | null> {
  const left = new Set<string>();
  const keep = (path: string): void => {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (left.has(folder)) return; // and so are those above it
      left.add(folder);
    }
  };
  if (deleted.length > 0) {
    yield* eachSliced(now.keys(), keep);
    yield* eachSliced(renamed.values(), keep);
  }
  return (path) => ancestorsOf(path).find((folder) => !left.has(folder)) ?? null;
}

function* sortedFolders(
  folders: ReadonlyMap<string, readonly VersionChange[]>,
  nameOf: (path: string) => string,
): SlicedWork<FolderOfChanges[]> {
  const found = yield* sortNaturally([...folders], ([path]) => path.replaceAll('/', '\u0001'));
  const sorted: FolderOfChanges[] = [];
  for (const [path, changes] of found) {
    sorted.push({ path, name: nameOf(path), changes: yield* byKindAndName(changes) });
    if (sorted.length % 10 === 0) yield;
  }
  return sorted;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const fileAt = (files: StoredVersion['files'], path: string): ComparedFile | null => {
  const file = files.get(path);
  return file === undefined ? null : { path, name: file.name ?? lastName(path), size: file.size, digest: file.digest };
};

function* byKindAndName(changes: readonly VersionChange[]): SlicedWork<VersionChange[]> {
  const sorted: VersionChange[] = [];
  for (const wanted of CHANGE_KINDS) {
    const ofKind = changes.filter(({ kind }) => kind === wanted);
    for (const change of yield* sortNaturally(ofKind, ({ file }) => file.name)) sorted.push(change);
  }
  return sorted;
}
