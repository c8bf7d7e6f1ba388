import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { appendToList } from '../../flow/append-to-list.js';
import { lastName } from '../../formats/paths/repository-path.js';
import { sortNaturally } from '../../formats/paths/natural-order.js';
import { changesBetween } from './changes-between.js';
import type { FileChange } from './versions-of-group.js';
import type { StoredFile, StoredVersion } from './stored-version.js';

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
}

/** The changes of files that are directly in a folder. */
export interface FolderOfChanges {
  readonly path: string;
  /** As displayed. */
  readonly name: string;
  /** By kind in the order of `CHANGE_KINDS`, each by name. */
  readonly changes: readonly VersionChange[];
}

export interface ComparedVersions {
  /** In the order of their paths, as people sort names. */
  readonly folders: readonly FolderOfChanges[];
  readonly changes: number;
  /** How many files both have alike. */
  readonly same: number;
}

type Files = Pick<StoredVersion, 'files' | 'folders'>;

/** Compares two versions of a group; before the first one there were no files. */
export function* compareVersions(before: Files | null, after: Files): SlicedWork<ComparedVersions> {
  const old: StoredVersion['files'] = before?.files ?? new Map();
  const { added, changed, renamed, deleted } = yield* changesBetween(old, after.files);
  const folders = new Map<string, VersionChange[]>();
  const take = (kind: ChangeKind, file: ComparedFile | null, former: ComparedFile | null): void => {
    if (file !== null) appendToList(folders, folderOf(file.path), { kind, file, before: former });
  };
  yield* eachSliced(added, (path) => take('added', fileAt(after.files, path), null));
  yield* eachSliced(changed, (path) => take('changed', fileAt(after.files, path), fileAt(old, path)));
  yield* eachSliced(renamed, ([path, from]) => take('renamed', fileAt(after.files, path), fileAt(old, from)));
  yield* eachSliced(deleted, (path) => take('deleted', fileAt(old, path), null));
  const found = yield* sortNaturally([...folders], ([path]) => path.replaceAll('/', '\u0001'));
  const sorted: FolderOfChanges[] = [];
  for (const [path, changes] of found) {
    const name = after.folders.get(path) ?? before?.folders.get(path) ?? lastName(path);
    sorted.push({ path, name, changes: yield* byKindAndName(changes) });
    if (sorted.length % 10 === 0) yield;
  }
  const changes = added.length + changed.length + renamed.size + deleted.length;
  return { folders: sorted, changes, same: after.files.size - (changes - deleted.length) };
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
