import type { PlannedOperation } from '../../events/import-plan.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { refuse, type Refusal } from '../decider.js';
import type { IntendedFile, IntendedState } from './intended-state.js';
import type { ExistingGroup } from './sources.js';

/**
 * What must be done to the archival group (null: to a new one) to bring the intended state about (companion 11.3, steps
 * 12 to 14), in the order of execution: nothing at all when it is there already.
 */
export const operationsFor = (
  intended: IntendedState,
  group: ExistingGroup | null,
  bucket: string,
): PlannedOperation[] | Refusal => {
  const files = fileOperations(intended.files, group, bucket);
  if ('code' in files) return files;
  const folders = folderOperations(intended, group);
  return [
    ...folders.add,
    ...files.add,
    ...files.patch,
    ...files.remove,
    ...folders.remove,
    ...folders.rename,
    ...files.rename,
  ];
};

interface FileOperations {
  readonly add: PlannedOperation[];
  readonly patch: PlannedOperation[];
  readonly remove: PlannedOperation[];
  readonly rename: PlannedOperation[];
}

const fileOperations = (
  intended: readonly IntendedFile[],
  group: ExistingGroup | null,
  bucket: string,
): FileOperations | Refusal => {
  const operations: FileOperations = { add: [], patch: [], remove: [], rename: [] };
  const kept = new Set<string>();
  for (const file of intended) {
    const existing = group?.files.get(file.path);
    kept.add(file.path);
    if (existing === undefined || existing.sha256 !== file.sha256) {
      if (file.origin === null) return withoutBytes(file, existing !== undefined);
      operations[existing === undefined ? 'add' : 'patch'].push(
        written(existing === undefined ? 'add-binary' : 'patch-binary', file, file.origin, bucket),
      );
    }
    if (existing !== undefined && existing.name !== file.name) {
      operations.rename.push({ op: 'rename-binary', path: file.path, name: file.name });
    }
  }
  const gone = [...(group?.files.keys() ?? [])].filter((path) => !kept.has(path)).sort(compareUtf8);
  operations.remove.push(...gone.map((path): PlannedOperation => ({ op: 'delete-binary', path })));
  return operations;
};

const withoutBytes = ({ path }: IntendedFile, isInGroup: boolean): Refusal =>
  isInGroup
    ? refuse('deposit-inconsistent', `Binary ${path} has no file in the Deposit.`)
    : refuse('deposit-inconsistent', `File ${path} is in deposit METS but not in existing Archival Group or Deposit.`);

const written = (
  op: 'add-binary' | 'patch-binary',
  { path, name, sha256, size, contentType }: IntendedFile,
  origin: { readonly key: string; readonly etag: string },
  bucket: string,
): PlannedOperation => ({
  op,
  path,
  name,
  origin: { bucket, key: origin.key, etag: origin.etag },
  ...(contentType === null ? {} : { contentType }),
  size,
  sha256,
});

const folderOperations = (
  { folders }: IntendedState,
  group: ExistingGroup | null,
): Record<'add' | 'remove' | 'rename', PlannedOperation[]> => {
  const intended = new Set(folders.map((folder) => folder.path));
  const existing = group?.folders ?? new Map<string, { readonly name: string }>();
  const gone = [...existing.keys()].filter((path) => !intended.has(path)).sort(compareUtf8);
  return {
    add: folders
      .filter(({ path }) => !existing.has(path))
      .map(({ path, name }): PlannedOperation => ({ op: 'add-container', path, name })),
    remove: gone.reverse().map((path): PlannedOperation => ({ op: 'delete-container', path })),
    rename: folders
      .filter(({ path, name }) => existing.has(path) && existing.get(path)?.name !== name)
      .map(({ path, name }): PlannedOperation => ({ op: 'rename-container', path, name })),
  };
};
