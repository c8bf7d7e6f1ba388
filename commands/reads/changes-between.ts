import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import { appendToList } from '../../flow/append-to-list.js';
import type { StoredFile } from './stored-version.js';

/** Files by their stored paths, in the order of UTF-8 bytes. */
export type FilesByPath = ReadonlyMap<string, Pick<StoredFile, 'digest' | 'size'>>;

/** What was done to files, by their paths after it; of deleted files, before it. */
export interface FileChanges {
  readonly added: readonly string[];
  /** The same path with other bytes. */
  readonly changed: readonly string[];
  /** The path before by the path after: the same bytes, where the path before is gone. */
  readonly renamed: ReadonlyMap<string, string>;
  readonly deleted: readonly string[];
}

/** The differences between the files of two versions. Of equal files that are gone and new, the first goes to the first. */
export function* changesBetween(before: FilesByPath, after: FilesByPath): SlicedWork<FileChanges> {
  const goneByDigest = new Map<string, string[]>();
  const gone = new Set<string>();
  yield* eachSliced(before, ([path, { digest }]) => {
    if (after.has(path)) return;
    gone.add(path);
    appendToList(goneByDigest, digest, path);
  });
  for (const paths of goneByDigest.values()) paths.reverse();
  const added: string[] = [];
  const changed: string[] = [];
  const renamed = new Map<string, string>();
  yield* eachSliced(after, ([path, { digest }]) => {
    const old = before.get(path);
    if (old !== undefined) {
      if (old.digest !== digest) changed.push(path);
      return;
    }
    const from = goneByDigest.get(digest)?.pop();
    if (from === undefined) added.push(path);
    else {
      renamed.set(path, from);
      gone.delete(from);
    }
  });
  return { added, changed, renamed, deleted: [...gone] };
}
