import { escapePath } from '../../../formats/paths/repository-path.js';
import { sha256Of } from '../sha256.js';

/** A binary as a group must show it at one version. */
interface ModelBinary {
  /** Display name; null when none was ever given. */
  readonly name: string | null;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** What an archival group must be at one version. */
export interface ModelState {
  readonly name: string;
  /** Display names by path. */
  readonly containers: ReadonlyMap<string, string | null>;
  readonly binaries: ReadonlyMap<string, ModelBinary>;
}

/** One entry of a posted job; the list is that of the job document in which it stands. */
export type ModelOperation =
  | { readonly list: 'binariesToAdd' | 'binariesToPatch'; readonly path: string; readonly content: string }
  | { readonly list: 'containersToRename' | 'binariesToRename'; readonly path: string; readonly name: string }
  | {
      readonly list: 'containersToAdd' | 'containersToDelete' | 'binariesToDelete';
      readonly path: string;
    };

export const emptyState = (name: string): ModelState => ({ name, containers: new Map(), binaries: new Map() });

/** The state after operations that a platform takes: what may be refused is not asked here. */
export const applied = (state: ModelState, operations: readonly ModelOperation[], name = state.name): ModelState => {
  const containers = new Map(state.containers);
  const binaries = new Map(state.binaries);
  for (const operation of operations) {
    const { list, path } = operation;
    switch (list) {
      case 'containersToAdd':
        containers.set(path, null);
        break;
      case 'binariesToAdd':
      case 'binariesToPatch':
        binaries.set(path, { name: binaries.get(path)?.name ?? null, sha256: sha256Of(operation.content) });
        break;
      case 'binariesToDelete':
        binaries.delete(path);
        break;
      case 'containersToDelete':
        containers.delete(path);
        break;
      case 'containersToRename':
        containers.set(path, operation.name);
        break;
      case 'binariesToRename':
        binaries.set(path, { ...binaries.get(path)!, name: operation.name });
        break;
    }
  }
  return { name, containers, binaries };
};

/** The bytes that operations bring, by where they must be uploaded below the prefix of their deposit. */
export const uploadsFor = (operations: readonly ModelOperation[]): ReadonlyMap<string, string> =>
  new Map(
    operations.flatMap((operation, index) =>
      'content' in operation ? [[`files/${index}.bin`, operation.content] as const] : [],
    ),
  );

/** The lists of a job document for operations whose bytes lie below `files`, an `s3://` address that ends in `/`. */
export const listsFor = (
  operations: readonly ModelOperation[],
  group: string,
  files: string,
): Readonly<Record<string, object[]>> => {
  const lists: Record<string, object[]> = {};
  for (const [index, operation] of operations.entries()) {
    const resource = {
      id: `/repository/${escapePath(`${group}/${operation.path}`)}`,
      ...('name' in operation ? { name: operation.name } : {}),
      ...('content' in operation ? { origin: `${files}files/${index}.bin`, contentType: 'text/plain' } : {}),
    };
    (lists[operation.list] ??= []).push(resource);
  }
  return lists;
};
