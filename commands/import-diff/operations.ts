import type { PlannedOperation } from '../../events/import-plan.js';
import type { GroupState } from '../../formats/group-state/group-state.js';
import { lastName } from '../../formats/paths/repository-path.js';
import { compareUtf8, sortByUtf8 } from '../../formats/paths/utf8-order.js';
import { refuse, type Refusal } from '../core/decider.js';
import type { IntendedFile, IntendedState } from './intended-state.js';
import { eachSliced, firstSliced, type SlicedWork } from '../../flow/slices.js';
import { refused, success, type Result } from '../../flow/result.js';

/**
 * The operations that bring the archival group (null: a new one) to the intended state (companion 11.3, steps 12 to
 * 14), in the order of execution; empty when it has that state.
 */
export function* operationsFor(
  intended: IntendedState,
  group: GroupState | null,
  bucket: string,
): SlicedWork<Result<PlannedOperation[], Refusal>> {
  const files = yield* fileOperations(intended.files, group, bucket);
  if (!files.ok) return files;
  const { add, patch, remove, rename } = files.value;
  const folders = folderOperations(intended, group);
  return success([...folders.add, ...add, ...patch, ...remove, ...folders.remove, ...folders.rename, ...rename]);
}

const shownName = ({ path, name }: { readonly path: string; readonly name: string | null }): string =>
  name ?? lastName(path);

interface FileOperations {
  readonly add: PlannedOperation[];
  readonly patch: PlannedOperation[];
  readonly remove: PlannedOperation[];
  readonly rename: PlannedOperation[];
}

function* fileOperations(
  intended: readonly IntendedFile[],
  group: GroupState | null,
  bucket: string,
): SlicedWork<Result<FileOperations, Refusal>> {
  const operations: FileOperations = { add: [], patch: [], remove: [], rename: [] };
  const kept = new Set<string>();
  const refusal = yield* firstSliced(intended, (file) => {
    const existing = group?.binaries.get(file.path);
    kept.add(file.path);
    if (existing === undefined || existing.sha256 !== file.sha256) {
      if (file.origin === null) return withoutBytes(file, existing !== undefined);
      operations[existing === undefined ? 'add' : 'patch'].push(
        written(existing === undefined ? 'add-binary' : 'patch-binary', file, file.origin, bucket),
      );
    }
    if (existing !== undefined && shownName(existing) !== file.name) {
      operations.rename.push({ op: 'rename-binary', path: file.path, name: file.name });
    }
    return null;
  });
  if (refusal !== null) return refused(refusal);
  const existing = [...(group?.binaries.keys() ?? [])];
  const gone = sortByUtf8(
    existing.filter((path) => !kept.has(path)),
    (path) => path,
  );
  yield* eachSliced(gone, (path) => operations.remove.push({ op: 'delete-binary', path }));
  return success(operations);
}

const withoutBytes = ({ path }: IntendedFile, isInGroup: boolean): Refusal =>
  isInGroup
    ? refuse('deposit-inconsistent', `Binary ${path} has no file in the Deposit.`)
    : refuse('deposit-inconsistent', `File ${path} is in deposit METS but not in existing Archival Group or Deposit.`);

const written = (
  op: 'add-binary' | 'patch-binary',
  { path, name, sha256, size, contentType }: IntendedFile,
  { key, etag, fileModified }: NonNullable<IntendedFile['origin']>,
  bucket: string,
): PlannedOperation => ({
  op,
  path,
  name,
  origin: { bucket, key, etag },
  ...(contentType === null ? {} : { contentType }),
  size,
  sha256,
  ...(fileModified === null ? {} : { fileModified: fileModified.toISOString() }),
});

const folderOperations = (
  { folders, skipped }: IntendedState,
  group: GroupState | null,
): Record<'add' | 'remove' | 'rename', PlannedOperation[]> => {
  const intended = new Set(folders.map((folder) => folder.path));
  const existing: GroupState['containers'] = group?.containers ?? new Map();
  const gone = [...existing.keys()].filter((path) => !intended.has(path) && !skipped.has(path)).sort(compareUtf8);
  return {
    add: folders
      .filter(({ path }) => !existing.has(path))
      .map(({ path, name }): PlannedOperation => ({ op: 'add-container', path, name })),
    remove: gone.reverse().map((path): PlannedOperation => ({ op: 'delete-container', path })),
    rename: folders.flatMap(({ path, name }): PlannedOperation[] => {
      const container = existing.get(path);
      return container === undefined || shownName(container) === name ? [] : [{ op: 'rename-container', path, name }];
    }),
  };
};
